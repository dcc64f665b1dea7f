import type { FidelityDocument } from "../../fidelity-document.ts";
import { prose, repeat } from "../prose.ts";
import { broken, fill, texts } from "../paged.ts";

const longWord = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
const softWord = "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschafts\u00adkapitän ";

export const brokenLines: readonly FidelityDocument[] = [
  broken(
    "first letters and first lines",
    "p::first-letter { float: left; font-size: 60px; line-height: 50px; color: red } p::first-line { font-variant: small-caps; color: teal } .drop::first-letter { float: none; initial-letter: 4; font-size: inherit; line-height: inherit }",
    `${fill(112)}<p>${prose(60)}</p>${fill(80)}<p class="drop">${prose(60)}</p>${fill(60)}<p style="font-size: 40px; line-height: 44px">${prose(40)}`,
  ),
  broken(
    "very high lines",
    "p { background: #eef }",
    `<p style="line-height: 70mm">${prose(30)}</p><p style="line-height: 150mm">${prose(12)}</p><p style="font-size: 300px; line-height: 1">Wide</p><p>${prose(9)} <b style="font-size: 100px">big</b> ${prose(40)}`,
  ),
  broken(
    "very low lines, and lines of no height",
    "p { background: #eef }",
    `${fill(120)}<p style="line-height: 8px">${prose(90)}</p>${fill(100)}<p style="line-height: 0">${prose(40)}</p><p style="font-size: 0">${prose(9)}</p><p style="line-height: 3px; font-size: 3px">${prose(300)}`,
  ),
  broken(
    "very long words",
    "p { border: 1px solid; width: 60mm }",
    `<p>${longWord.repeat(6)}</p><p style="overflow-wrap: anywhere">${longWord.repeat(30)}</p><p style="word-break: break-all">${longWord.repeat(9)}</p><p style="hyphens: manual">${softWord.repeat(40)}</p><p style="hyphens: none">${softWord.repeat(9)}`,
  ),
  broken(
    "hyphens at the end of a page",
    "p { width: 45mm; text-align: justify; hyphens: manual; border: 1px solid }",
    repeat(6, () => `<p>${softWord.repeat(14)}</p>`),
  ),
  broken(
    "preformatted text over pages",
    "pre { font: 14px/18px monospace; border: 1px solid; tab-size: 4 }",
    `<pre>${repeat(60, (line) => `line ${line}\t${"x".repeat(line % 30)}\n`)}</pre><pre style="white-space: pre-wrap">${prose(300)}</pre>`,
  ),
  broken(
    "blocks in lines, lines in blocks",
    "b { display: inline-block; border: 1px solid; width: 30mm } span { background: gold }",
    `<p>${prose(60)} <b>${prose(20)}</b> ${prose(40)} <b style="height: 60mm">high</b> ${prose(30)}<span>inline <div style="border: 1px solid">${texts(120)}</div> inline ${prose(30)}</span></p><div style="display: contents"><p>${prose(60)}`,
  ),
  broken(
    "ruby and emphasis over pages",
    "p { line-height: 40px }",
    `<p>${repeat(40, (index) => `<ruby>base<rp>(</rp><rt>${prose(1 + (index % 2))}</rt></ruby> text `)}</p><p style="text-emphasis: dot; ruby-position: under">${repeat(12, () => "<ruby>a<rt>over</rt>b<rt>under</rt></ruby>, ")}${prose(40)}`,
  ),
  broken(
    "lists with markers outside, inside and made",
    "li { margin: 2mm 0 } .inside { list-style-position: inside } .made li::marker { content: '[' counter(list-item) '] '; color: red } .made { list-style-type: none }",
    `${fill(108)}<ol><li>${prose(30)}<li>${prose(30)}</ol>${fill(60)}<ul class="inside"><li><p>${prose(40)}</p><li>${prose(20)}</ul><ol class="made" start="998">${repeat(9, (index) => `<li>${prose(10 + index)}<ul><li>nested`)}</ol>`,
  ),
  broken(
    "lists whose items begin with other boxes",
    "li { border-left: 1px solid }",
    `${fill(100)}<ol><li><div style="height: 40mm; background: #eef"></div><li><table><tr><td>table</table><li><div style="overflow: hidden">${prose(30)}</div><li style="display: flex"><p>flex</p><li><img alt="picture" width="30" height="120"><li style="break-inside: avoid">${prose(60)}<li></ol>`,
  ),
  broken(
    "details, fieldsets and forms",
    "fieldset { border: 2px solid teal; margin: 2mm } textarea, select, input, button { margin: 2mm }",
    `${fill(90)}<fieldset><legend>Legend</legend>${texts(200)}</fieldset><details open><summary>Open ${prose(9)}</summary>${texts(120)}</details><details><summary>Closed</summary>${texts(30)}</details>${fill(80)}<textarea rows="9" cols="30">${prose(60)}</textarea>${fill(60)}<select multiple size="12">${repeat(12, (index) => `<option>${index}`)}</select>${fill(60)}<button>${prose(60)}</button><input value="end">`,
  ),
  broken(
    "vertical text within pages",
    "div { writing-mode: vertical-rl; border: 1px solid; margin: 2mm }",
    `${fill(60)}<div>${prose(60)}</div><div style="height: 60mm">${texts(160)}</div><div style="writing-mode: vertical-lr; height: 200mm">${texts(90)}</div><p>after`,
  ),
  broken(
    "text from right to left, of several scripts",
    "p { background: #eef }",
    `<div dir="rtl">${texts(100)}</div><p dir="rtl">${"שלום עולם ".repeat(60)}</p><p dir="auto">${"مرحبا بالعالم ".repeat(60)}</p><p>${"Ελληνικά кириллица ".repeat(40)}`,
  ),
  broken(
    "outlines, underlines and marks over pages",
    "p { outline: 2mm solid #f008; margin: 4mm } u { text-decoration: underline wavy 2px green; text-underline-offset: 6px } mark { outline: 1px dashed blue }",
    `<p>${prose(50)} <u>${prose(60)}</u> ${prose(20)} <mark>${prose(70)}</mark>`,
  ),
  broken(
    "counters over pages, and large ones",
    "body { counter-reset: n 999990 } p { counter-increment: n 7 } p::before { content: counter(n) ' = ' counter(n, upper-roman) ' '; } h2::before { content: counters(n, '.') ' on ' counter(page) } section { counter-reset: n }",
    `${repeat(6, () => `<p>${prose(20)}</p>`)}<section><h2>head</h2>${repeat(6, () => `<p>${prose(12)}</p>`)}</section>${repeat(3, () => `<p>end</p>`)}`,
  ),
  broken(
    "links and anchors over pages",
    ":target { background: red } a { color: teal }",
    `<a href="#far">far</a> <a href="#box">box</a> <a href="#none">none</a> <a href="#">top</a><p>${prose(60)} <a href="https://example.com/over">${prose(120)}</a></p>${fill(60)}<a href="https://example.com/block" style="display: block; border: 1px solid; height: 120mm">block</a><div id="box" style="transform: rotate(5deg)"><a href="#far">turned</a></div><p style="break-before: page" id="far">far <a href="#box">back</a>`,
  ),
  broken(
    "rules, breaks of lines and empty paragraphs",
    "hr { margin: 6mm 0 }",
    repeat(14, (index) => `<p>${prose(index)}</p><hr style="height: ${index}px"><p></p><br clear="all"><p>&nbsp;</p>`),
  ),
  broken(
    "formulas and frames at the page's edge",
    "math { display: block } iframe { border: 1px solid }",
    `${fill(115)}<math display="block"><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mfrac><mi>c</mi><mfrac><mi>d</mi><mi>e</mi></mfrac></mfrac></mfrac></math>${fill(80)}<iframe srcdoc="<p>a frame<p>of two lines" width="200" height="150"></iframe>${fill(60)}<object data="data:text/html,<p>object" type="text/html" width="200" height="240"></object>`,
  ),
  broken(
    "a shadow tree over pages",
    "p { background: #eef }",
    `<div><template shadowrootmode="open"><style>:host { display: block; border: 2px solid } section { break-before: page; columns: 2 } ::slotted(p) { break-inside: avoid }</style><slot name="first"></slot><section><slot></slot></section></template>${texts(200)}<p slot="first">first`,
  ),
  broken(
    "backgrounds over pages, fixed and scrolled",
    "div { margin: 3mm 0 } ",
    `<div style="background: linear-gradient(red, blue) fixed">${texts(120)}</div><div style="background: repeating-linear-gradient(45deg, gold 0 4mm, white 4mm 8mm) local">${texts(160)}</div><div style="background: conic-gradient(red, gold, red) center / 20mm round; padding: 20mm 0">${texts(100)}`,
  ),
];
