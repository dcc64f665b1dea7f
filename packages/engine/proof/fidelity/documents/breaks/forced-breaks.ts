import type { FidelityDocument } from "../../fidelity-document.ts";
import { prose, repeat } from "../prose.ts";
import { broken, texts } from "../paged.ts";

const values = [
  "auto",
  "page",
  "left",
  "right",
  "recto",
  "verso",
  "always",
  "all",
  "column",
  "region",
  "avoid",
  "avoid-page",
  "avoid-column",
];

export const forcedBreaks = broken({
  "every value before a block": `<style></style>${values.map((value) => `<p style="break-before: ${value}">${value}</p>`).join("")}`,
  "every value after a block": `<style></style>${values.map((value) => `<p style="break-after: ${value}">${value}</p>`).join("")}`,
  "the old names": `<style></style>${["always", "left", "right", "avoid", "auto"].map((value) => `<p style="page-break-before: ${value}">before ${value}</p><p style="page-break-after: ${value}">after ${value}</p><p style="-webkit-column-break-before: ${value}">column ${value}</p>`).join("")}`,
  "a break is that of the first child and the last": `<style>.before { break-before: page } .after { break-after: page }</style><p>1</p><section><div><h2 class="before">2</h2><p class="after">still 2</p></div></section><section class="before"><p class="before">3, once</p></section><div><div class="after"><p class="after">still 3</p></div></div><p class="before">4, once`,
  "two values meet between blocks": `<style></style>${[
    ["page", "right"],
    ["left", "page"],
    ["left", "right"],
    ["avoid", "page"],
    ["page", "avoid"],
    ["avoid", "avoid"],
    ["recto", "verso"],
  ]
    .map(
      ([after, before]) =>
        `<p style="break-after: ${after}">after ${after}</p><p style="break-before: ${before}">before ${before}</p>`,
    )
    .join("")}`,
  "margins at a forced break": `<style>p { margin: 12mm 0; background: #def } .page { break-before: page } .none { margin: 0 }</style><p>1</p><p class="page">2, lower</p><div class="page"><p>3, lower, by its child</p></div><div style="padding-top: 1px" class="page"><p>4</p></div><p class="page none">5</p><p style="margin-top: -5mm" class="page">6, higher`,
  "margins at a break that comes by itself": `<style>p { margin: 12mm 0; background: #def; height: 60mm } h2 { margin: 30mm 0 }</style>${repeat(5, (index) => `<p>${index}</p>`)}<h2>head</h2><p>after`,
  "breaks between rows of a table": `<style>td { border: 1px solid } .before { break-before: page } .after { break-after: page }</style><table><thead><tr><td>head<tbody><tr><td>1<tr class="before"><td>2<tr class="after"><td>still 2<tr><td>3<tbody class="before"><tr><td>4<tr><td><p class="before">in a cell</p><tfoot><tr><td>foot</table>`,
  "breaks between items of flex boxes": `<style>.row, .column { display: flex; border: 1px solid } .column { flex-direction: column } .wrap { flex-wrap: wrap } .wrap div { width: 50% } .page { break-before: page }</style><div class="column"><div>1</div><div class="page">2</div><div style="break-after: page">still 2</div><div>3</div></div><div class="row"><div>row</div><div class="page">row</div></div><div class="row wrap"><div>1</div><div>2</div><div class="page">3</div><div>4</div></div><div class="column" style="flex-direction: column-reverse"><div>last</div><div class="page">first</div></div>`,
  "breaks between items of grids": `<style>.grid { display: grid; gap: 4px; grid-template-columns: 1fr 1fr; border: 1px solid } .page { break-before: page } .after { break-after: page }</style><div class="grid"><div>1</div><div>2</div><div class="page">3</div><div>4</div><div class="after">5</div><div>6</div><div>7</div><div style="grid-row: 1 / 3; grid-column: 2" class="page">spans</div></div><p>after`,
  "breaks of what is not in the flow": `<style>.page { break-before: page; break-after: page }</style><p>text <span class="page">inline</span> <b class="page" style="display: inline-block">inline block</b> text</p><div class="page" style="float: left">float</div><p>beside</p><div class="page" style="position: absolute; top: 40mm">absolute</div><div style="clear: both">after</div><img class="page" alt="picture" width="20" height="20"><div class="page" style="display: none">none</div><div style="float: right"><p>in a float</p><p class="page">in a float</p></div><p>end`,
  "breaks in columns": `<style>.columns { columns: 3; column-rule: 1px solid; background: #eef }</style><div class="columns"><p>1</p><p style="break-before: column">2</p><p style="break-before: page">page</p><p style="break-before: column">2</p><p style="break-before: always">always</p><p style="break-after: column">column</p><p>end</p></div><p>after`,
  "breaks where nothing can break": `<style>.page { break-before: page } .box { border: 1px solid; height: 30mm }</style><div class="box" style="overflow: hidden"><p>1</p><p class="page">in hidden overflow</p></div><div class="box" style="overflow: auto"><p>1</p><p class="page">in a scroller</p></div><div class="box" style="contain: size"><p>1</p><p class="page">contained</p></div><div class="box" style="display: inline-block"><p>1</p><p class="page">inline block</p></div><button class="box"><p>1</p><p class="page">button</p></button><div class="box" style="display: inline-grid"><p>1</p><p class="page">inline grid`,
  "breaks within boxes that have borders and heights": `<style>.box { border: 2mm solid teal; padding: 3mm; background: #eef; margin: 2mm } .page { break-before: page }</style><div class="box"><p>1</p><p class="page">2</p></div><div class="box" style="height: 30mm"><p>1</p><p class="page">2, overflows</p></div><div class="box" style="height: 160mm"><p>1</p><p class="page">2</p></div><div class="box" style="min-height: 40mm; max-height: 50mm"><p>1</p><p class="page">2`,
  "breaks one after the other, around empty blocks": `<style>.page { break-before: page } .after { break-after: page }</style><div class="page"></div><div class="page after"></div><p>1</p><div class="after"></div><div class="after"></div><div class="page" style="height: 0; overflow: hidden"></div><p>end</p><div class="page"></div>`,
  "breaks in nested lists, quotes and details": `<style>.page { break-before: page } li::marker { color: red }</style><ol><li>1<li class="page">2<ul><li>a<li class="page">b<ul><li class="page">c</ul></ul><li>3<p class="page">still 3</p></ol><blockquote><p>quoted</p><p class="page">quoted</p></blockquote><details open><summary>summary</summary><p class="page">detail</p></details><fieldset><legend>legend</legend><p class="page">field`,
  "breaks in frames of other directions": `<style>.page { break-before: page }</style><div dir="rtl"><p>1</p><p class="page">rtl</p></div><div style="writing-mode: vertical-rl; border: 1px solid"><p>vertical</p><p class="page">vertical</p></div><p style="break-before: recto" dir="rtl">recto</p>`,
  "headings that begin pages, with a table of contents": `<style>h1 { break-before: page } nav a { display: block }</style><nav>${repeat(4, (index) => `<a href="#c${index}">Chapter ${index}</a>`)}</nav>${repeat(4, (index) => `<h1 id="c${index}">Chapter ${index}</h1>${texts(60 + index * 60)}`)}`,
  "breaks with floats and clearance": `<style>.float { float: left; width: 30mm; height: 60mm; background: gold } .page { break-before: page }</style><div class="float">1</div><p>${prose(12)}</p><p class="page">2, beside no float</p><div class="float">2</div><p style="clear: left" class="page">3</p><div class="float" style="height: 160mm">tall</div><p class="page">beside the tall one`,
});
