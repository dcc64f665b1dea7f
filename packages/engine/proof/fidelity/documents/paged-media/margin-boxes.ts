import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { paged, texts } from "../paged.ts";
import { prose } from "../prose.ts";

const corners = ["top-left-corner", "top-right-corner", "bottom-right-corner", "bottom-left-corner"];
const sides = [
  ["top-left", "top-center", "top-right"],
  ["right-top", "right-middle", "right-bottom"],
  ["bottom-left", "bottom-center", "bottom-right"],
  ["left-top", "left-middle", "left-bottom"],
];
const every = [...corners, ...sides.flat()];

/** The same declarations for several boxes, with the number of each. */
const boxes = (names: readonly string[], declarations: (index: number) => string) =>
  names.map((name, index) => `@${name} { ${declarations(index)} }`).join(" ");

const wide = "@page { margin: 25mm 22mm; font-size: 9px }";

export const marginBoxes: readonly FidelityDocument[] = [
  paged(
    "margin boxes: all sixteen, with borders",
    `${wide} @page { ${boxes(every, (index) => `content: "${index}"; border: 1px solid hsl(${index * 22} 70% 45%); background: hsl(${index * 22} 70% 90%)`)} }`,
    texts(120),
  ),
  paged(
    "margin boxes: all sixteen, empty, but drawn",
    `${wide} @page { ${boxes(every, (index) => `content: ""; border: 1px solid hsl(${index * 22} 70% 45%)`)} }`,
    texts(20),
  ),
  paged(
    "margin boxes: a box without content does not show",
    `${wide} @page { ${boxes(every, (index) => `${["", "content: none;", "content: normal;", "content: 'shown';"][index % 4]} background: gold`)} }`,
    texts(20),
  ),
  paged(
    "margin boxes: content of several kinds",
    `${wide} @page { @top-left { content: "a" "b" attr(data-name) } @top-center { content: url(${dataUrl("alpha.png")}) " text"; font-size: 7px } @top-right { content: open-quote "quoted" close-quote; quotes: "«" "»" } @bottom-left { content: linear-gradient(red, blue) } @bottom-center { content: "line\\A line"; white-space: pre } @bottom-right { content: counter(page, upper-roman) "–" counter(pages, lower-greek) / "told" } @left-middle { content: attr(absent, "fallback") } @right-middle { content: "\\0000a7\\0000a0" "é" } }`,
    texts(120),
    {},
    'data-name="named"',
  ),
  paged(
    "margin boxes: two, one or none of a side share its length",
    `${wide} @page { @top-left { content: "${prose(3)}"; background: #fee } @top-right { content: "r"; background: #eef } @bottom-center { content: "${prose(4)}"; background: #efe } @bottom-right { content: "r"; background: #eef } @left-top { content: "${prose(8)}"; background: #fee } @left-bottom { content: "b"; background: #eef } @right-bottom { content: "alone"; background: #ffe } }`,
    texts(120),
  ),
  paged(
    "margin boxes: three of a side, with much or little text",
    `${wide} @page { ${sides.map(([first, second, third], side) => `@${first} { content: "${prose(2 + side * 4)}"; background: #fee } @${second} { content: "${prose(9 - side * 2)}"; background: #efe } @${third} { content: "${prose(1 + side)}"; background: #eef }`).join(" ")} }`,
    texts(30),
  ),
  paged(
    "margin boxes: widths and heights of their own",
    `${wide} @page { ${boxes(["top-left", "top-center", "top-right"], (index) => `content: "w${index}"; width: ${["30mm", "auto", "20%"][index]}; height: ${["50%", "10mm", "auto"][index]}; background: #eef`)} ${boxes(["bottom-left", "bottom-center", "bottom-right"], (index) => `content: "m"; min-width: ${index * 10}mm; max-width: ${40 - index * 10}mm; max-height: 8mm; background: #fee`)} @left-top { content: "l"; height: 60mm; background: #efe } @left-bottom { content: "l"; min-height: 20mm; background: #ffe } }`,
    texts(30),
  ),
  paged(
    "margin boxes: margins, paddings, borders",
    `${wide} @page { ${boxes(every, (index) => `content: "${index}"; margin: ${index % 3}mm ${index % 2 ? "auto" : "1mm"}; padding: ${index % 4}px; border: ${1 + (index % 3)}px ${["solid", "dashed", "double"][index % 3]}; border-radius: ${index}px`)} }`,
    texts(30),
  ),
  paged(
    "margin boxes: texts that do not fit",
    `${wide} @page { @top-left { content: "${prose(60)}"; overflow: hidden; background: #fee } @top-right { content: "${"W".repeat(60)}"; overflow-wrap: anywhere; background: #eef } @bottom-center { content: "${"W".repeat(90)}"; background: #efe } @left-middle { content: "${prose(90)}"; overflow: clip; background: #ffe } @bottom-right-corner { content: "${prose(30)}"; white-space: nowrap; text-overflow: ellipsis; overflow: hidden; background: #fef } }`,
    texts(30),
  ),
  paged(
    "margin boxes: alignment along and across",
    `${wide} @page { ${boxes(every, (index) => `content: "${index} ${prose(1 + (index % 3))}"; text-align: ${["left", "right", "center", "justify", "start", "end"][index % 6]}; vertical-align: ${["top", "middle", "bottom"][index % 3]}; background: hsl(${index * 22} 70% 90%)`)} }`,
    texts(30),
  ),
  paged(
    "margin boxes: the fonts, colours and spacing of text",
    `html { font-family: serif; color: navy } ${wide} @page { color: teal; @top-left { content: "page's" } @top-center { content: "own"; font: italic 700 14px/20px monospace; color: red; letter-spacing: 2px; text-transform: uppercase } @top-right { content: "shadow"; text-shadow: 1px 1px 2px red; text-decoration: underline wavy } @bottom-left { content: "small caps"; font-variant: small-caps } @bottom-right { content: "large"; font-size: 200%; line-height: 1 } }`,
    texts(30),
  ),
  paged(
    "margin boxes: directions and writing modes",
    `${wide} @page { @top-left { content: "rtl, first"; direction: rtl } @left-middle { content: "${prose(6)}"; writing-mode: vertical-rl; background: #eef } @right-middle { content: "${prose(6)}"; writing-mode: vertical-lr; text-orientation: upright; background: #fee } @right-bottom { content: "sideways"; writing-mode: sideways-lr } @bottom-center { content: "אבג abc"; direction: rtl } }`,
    texts(30),
  ),
  paged(
    "margin boxes: backgrounds, shadows, opacity, transforms",
    `${wide} @page { @top-left { content: "picture"; background: url(${dataUrl("alpha.png")}) 0 0 / 10mm; height: 12mm } @top-right { content: "shadow"; box-shadow: 2px 2px 4px red; height: 8mm; margin: 3mm } @bottom-left { content: "clear"; opacity: .4; background: gold } @bottom-center { content: "turned"; transform: rotate(10deg); background: #eef } @bottom-right { content: "clipped"; clip-path: circle(8mm); background: #fee } @left-middle { content: "hidden"; visibility: hidden; background: red } @right-middle { content: "outlined"; outline: 2px dashed blue } }`,
    texts(30),
  ),
  paged(
    "margin boxes: above and below the text, each other and fixed boxes",
    `${wide} @page { @top-center { content: "below"; z-index: -1; background: gold; margin-bottom: -10mm; height: 30mm } @bottom-center { content: "above"; z-index: 5; background: #fedc; margin-top: -10mm; height: 30mm } } p { background: #def } i { position: fixed; top: -20mm; left: 10mm; background: pink }`,
    `<i>fixed into the margin</i>${texts(120)}`,
  ),
  paged(
    "margin boxes: the counter of pages, set, raised and put back",
    `${wide} @page { @bottom-center { content: counter(page) " of " counter(pages) } } @page :first { counter-reset: page 10 } @page a { counter-increment: page 5 } @page b { counter-set: page 3 }`,
    `<p>1</p><div style="page: a">a<p style="break-before: page">a</div><div style="page: b">b</div><p>none`,
  ),
  paged(
    "margin boxes: counters of their own",
    `${wide} @page { counter-increment: sheet 2 other; @top-left { content: counter(sheet) } @top-right { counter-increment: sheet; content: counter(sheet) "." counter(other) } @bottom-center { counter-reset: local 7; content: counter(local) counters(sheet, ".") } @bottom-right { content: counter(absent) } }`,
    texts(160),
  ),
  paged(
    "margin boxes: counters of the text",
    `${wide} @page { @top-center { content: "chapter " counter(chapter) } @bottom-center { content: counter(page) "/" counter(pages) } } body { counter-reset: chapter } h2 { counter-increment: chapter; break-before: page } h2::before { content: counter(chapter) ": page " counter(page) " of " counter(pages) " " }`,
    [1, 2, 3].map(() => `<h2>Chapter</h2>${texts(90)}`).join(""),
  ),
  paged(
    "margin boxes: the counter of pages is set in the text",
    `${wide} @page { @bottom-center { content: counter(page) " of " counter(pages) } } .set { break-before: page; counter-reset: page 100 } .more { break-before: page; counter-increment: page 10 }`,
    `<p>1</p><p class="set">set</p><p style="break-before: page">next</p><p class="more">more`,
  ),
  paged(
    "margin boxes: how many pages there are, of several sizes",
    `@page { @bottom-center { content: counter(page) " of " counter(pages) } } @page a { size: 148mm 105mm; @bottom-center { content: none } @top-center { content: counter(pages, lower-roman) } } @page b { size: 60mm 60mm }`,
    `${texts(160)}<div style="page: a">${texts(160)}</div><div style="page: b">${texts(60)}</div>`,
  ),
  paged(
    "margin boxes: the counter in styles of numbers",
    `@counter-style own { system: extends decimal; prefix: "<"; suffix: ">"; pad: 3 "0" } ${wide} @page { counter-reset: page 1998; @top-left { content: counter(page, own) } @top-center { content: counter(page, upper-alpha) } @top-right { content: counter(page, lower-roman) } @bottom-left { content: counter(page, disc) } @bottom-center { content: counter(page, upper-roman) } @bottom-right { content: counter(page, hebrew) } }`,
    texts(120),
  ),
  paged(
    "margin boxes: those of first, left, right and named pages add up",
    `${wide} @page { @top-left { content: "all"; color: red } @top-center { content: "all" } } @page :first { @top-center { content: "first" } @bottom-center { content: "first" } } @page :left { @top-left { color: green } } @page a { @top-left { content: "a" } @top-right { content: "a" } } @page a:right { @top-right { content: none } }`,
    `${texts(160)}<div style="page: a">${texts(160)}</div>`,
  ),
  paged(
    "margin boxes: where there is no margin",
    "@page { margin: 0; @top-center { content: 'no room'; background: gold } @left-middle { content: 'none'; background: gold } @bottom-right-corner { content: 'x' } } @page :left { margin: 2mm; @top-center { font-size: 20px } }",
    texts(200),
  ),
  paged(
    "margin boxes: long texts with soft hyphens and links",
    `${wide} @page { @top-center { content: "Donau\\ADdampf\\ADschiff\\ADfahrts\\ADgesell\\ADschaft Donau\\ADdampf\\ADschiff"; width: 22mm } @bottom-center { content: "https://example.com/" } @left-middle { content: "hyphenation automatically"; hyphens: auto } }`,
    texts(30),
    {},
    'lang="en"',
  ),
];
