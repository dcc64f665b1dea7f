import type { FidelityDocument } from "../../fidelity-document.ts";
import { prose, repeat } from "../prose.ts";
import { broken, fill, texts } from "../paged.ts";

export const avoidedBreaks: readonly FidelityDocument[] = [
  broken(
    "inside a block",
    ".whole { break-inside: avoid; border: 1px solid; height: 40mm }",
    `${fill(100)}<div class="whole">next page</div>${fill(80)}<div class="whole">this page</div><div class="whole" style="break-inside: avoid-page">next page</div><div class="whole" style="break-inside: avoid-column">may break</div>`,
  ),
  broken(
    "inside what is larger than a page",
    ".whole { break-inside: avoid; border: 1px solid }",
    `${fill(60)}<div class="whole">${texts(300)}</div><div class="whole" style="height: 300mm; background: linear-gradient(#fee, #eef)">higher</div>`,
  ),
  broken(
    "inside blocks in each other",
    ".whole { break-inside: avoid; border: 1px solid; padding: 2mm }",
    `${fill(70)}<div class="whole">${texts(40)}<div class="whole">${texts(40)}</div><div class="whole">${texts(40)}</div></div><div class="whole">${repeat(4, () => `<div class="whole">${texts(60)}</div>`)}</div>`,
  ),
  broken(
    "after headings in a row",
    "h1, h2, h3 { break-after: avoid }",
    `${fill(108)}<h1>One</h1><h2>Two</h2><h3>Three</h3>${texts(60)}${fill(90)}<h2>Again</h2><p style="orphans: 3">${prose(60)}`,
  ),
  broken(
    "before blocks",
    "p { background: #eef } .with { break-before: avoid }",
    `${fill(112)}<p>one</p><p class="with">with one</p><p class="with">with them</p>${fill(100)}<p>one</p><p class="with">${prose(60)}`,
  ),
  broken(
    "everywhere, where it cannot be",
    "p { break-before: avoid; break-after: avoid; break-inside: avoid; background: #eef; height: 22mm }",
    repeat(14, (index) => `<p>${index}`),
  ),
  broken(
    "between a heading and a table, a list, a float, a picture",
    "h2 { break-after: avoid; margin: 0 } td { border: 1px solid; height: 12mm }",
    `${fill(115)}<h2>Table</h2><table><tr><td>1<tr><td>2</table>${fill(92)}<h2>List</h2><ul><li>${prose(20)}<li>two</ul>${fill(78)}<h2>Float</h2><div style="float: left; height: 30mm; background: gold">float</div><p>beside</p><div style="clear: both"></div>${fill(70)}<h2>Picture</h2><svg width="90" height="90"><circle cx="45" cy="45" r="40"/></svg>`,
  ),
  broken(
    "inside rows, groups and whole tables",
    "td { border: 1px solid } tr { break-inside: avoid } .whole { break-inside: avoid }",
    `${fill(50)}<table>${repeat(6, (row) => `<tr><td>${row}<td>${prose(30)}`)}</table><table class="whole">${repeat(4, (row) => `<tr><td>${row}<td>${prose(12)}`)}</table><table><tbody class="whole">${repeat(4, (row) => `<tr><td>a${row}`)}<tbody class="whole">${repeat(9, (row) => `<tr><td>b${row}`)}</table>`,
  ),
  broken(
    "between rows by avoiding before and after",
    "td { border: 1px solid; height: 14mm } .with { break-before: avoid }",
    `${fill(60)}<table>${repeat(16, (row) => `<tr class="${row % 3 ? "with" : ""}"><td>${row}`)}</table>`,
  ),
  broken(
    "inside items of flex boxes and grids",
    ".row, .column { display: flex } .column { flex-direction: column } .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 2mm } div > div { break-inside: avoid; border: 1px solid }",
    `${fill(70)}<div class="column">${repeat(3, () => `<div>${prose(40)}</div>`)}</div><div class="grid">${repeat(6, (index) => `<div>${prose(12 + index * 4)}</div>`)}</div>${fill(60)}<div class="row"><div>${prose(60)}</div><div>${prose(30)}</div></div>`,
  ),
  broken(
    "inside list items and figures",
    "li, figure { break-inside: avoid } figure { border: 1px solid; margin: 2mm }",
    `<ol>${repeat(12, (index) => `<li>${prose(14 + index)}`)}</ol>${repeat(5, (index) => `<figure><svg width="200" height="110"><rect width="200" height="110" fill="hsl(${index * 60} 60% 70%)"/></svg><figcaption>Figure ${index}</figcaption></figure>`)}`,
  ),
  broken(
    "in columns and over pages",
    ".columns { columns: 2; column-gap: 4mm } .whole { break-inside: avoid; border: 1px solid }",
    `<div class="columns">${repeat(8, (index) => `<div class="whole">${prose(16 + index * 6)}</div>`)}</div>`,
  ),
  broken(
    "orphans and widows of every number",
    "p { background: #eef; width: 60mm }",
    [1, 2, 3, 5, 9, 100]
      .map((lines) => `<p style="orphans: ${lines}; widows: ${lines}">${lines}: ${prose(45)}</p>`)
      .join(""),
  ),
  broken(
    "orphans against widows",
    "p { background: #eef }",
    `${fill(88)}<p style="orphans: 4; widows: 4">${prose(44)}</p>${fill(88)}<p style="orphans: 1; widows: 5">${prose(44)}</p>${fill(88)}<p style="orphans: 5; widows: 1">${prose(44)}</p>`,
  ),
  broken(
    "orphans and widows beside floats",
    "p { orphans: 3; widows: 3; background: #eef } i { float: left; width: 25mm; height: 30mm; background: gold; margin-right: 2mm }",
    `${fill(80)}<i></i><p>${prose(50)}</p>${fill(60)}<p><i></i>${prose(60)}</p><p>${prose(20)}<i style="float: right"></i>${prose(50)}`,
  ),
  broken(
    "orphans and widows in cells, items, columns and lists",
    "* { orphans: 3; widows: 3 } td { border: 1px solid }",
    `${fill(95)}<ul><li>${prose(50)}</ul>${fill(60)}<table><tr><td>${prose(60)}<td>${prose(20)}</table>${fill(60)}<div style="display: flex"><p>${prose(50)}</p><p>${prose(30)}</p></div><div style="columns: 2">${prose(120)}</div>`,
  ),
  broken(
    "lines of different heights, and breaks within them",
    "p { orphans: 2; widows: 2; background: #eef }",
    `<p>${repeat(16, (index) => `${prose(8)} <span style="font-size: ${10 + ((index * 7) % 40)}px">size</span> <b style="display: inline-block; height: ${(index % 5) * 8}px; width: 10px; background: gold"></b> `)}`,
  ),
];
