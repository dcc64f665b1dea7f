import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { prose, repeat } from "../prose.ts";
import { broken, fill, texts } from "../paged.ts";

const tall = "height: 180mm; background: linear-gradient(#fcc, #ccf)";
const onEdge = (style: string, content = prose(8)) =>
  `${fill(112)}<div style="border: 1px solid; ${style}">${content}</div>`;

export const brokenBoxes: readonly FidelityDocument[] = [
  ...["slice", "clone"].map((way) =>
    broken(
      `boxes by ${way}: borders, paddings, radii, shadows, backgrounds`,
      `div { box-decoration-break: ${way}; margin: 3mm 0; padding: 4mm }`,
      [
        "border: 3mm solid teal; border-radius: 6mm; background: #eef",
        "border: 2mm dashed red; box-shadow: 1mm 1mm 2mm gray, inset 0 0 3mm blue",
        `border: 4mm solid; border-image: linear-gradient(red, blue) 10; background: url(${dataUrl("alpha.png")}) 0 0 / 100% 100%`,
        "outline: 2mm double green; background: radial-gradient(gold, white); background-clip: content-box",
      ]
        .map((style) => `<div style="${style}">${prose(110)}</div>`)
        .join(""),
    ),
  ),
  broken(
    "inline boxes by slice and clone",
    "span { border: 2px solid; padding: 1px 6px; border-radius: 8px; background: linear-gradient(90deg, gold, pink); box-shadow: 1px 1px 2px gray } .clone { box-decoration-break: clone; -webkit-box-decoration-break: clone }",
    `<p style="line-height: 30px"><span>${prose(90)}</span></p><p style="line-height: 30px"><span class="clone">${prose(90)}</span>`,
  ),
  broken(
    "tables, items and columns by clone",
    "* { box-decoration-break: clone } table, .flex, .columns { border: 2mm solid teal; padding: 2mm; border-radius: 4mm } .flex { display: flex } .columns { columns: 2 }",
    `<table><tr><td>${prose(120)}</table><div class="flex"><div>${prose(150)}</div></div><div class="columns">${prose(200)}`,
  ),
  broken(
    "boxes that have nothing but padding, border or height",
    "div { margin: 4mm 0; background: #eef }",
    `<div style="padding-top: 150mm"></div><div style="border-top: 150mm solid teal"></div><div style="height: 150mm; background: linear-gradient(red, blue)"></div><div style="padding: 80mm 0">${prose(9)}</div><div style="margin-top: 200mm">margin`,
  ),
  broken(
    "heights, least and most heights over pages",
    "div { border: 1px solid; margin: 2mm 0; background: #eef }",
    `<div style="min-height: 170mm">least</div><div style="max-height: 60mm">${texts(160)}</div><div style="height: 40mm">${texts(160)}</div><p style="margin-top: 60mm">after</p><div style="height: 200%">percent</div><div style="aspect-ratio: 1/2; width: 80mm">ratio`,
  ),
  broken(
    "overflow that goes on over pages",
    "div { border: 1px solid; width: 70mm; margin: 2mm }",
    `${fill(60)}<div style="height: 30mm">${texts(160)}</div><div style="break-before: page; height: 200mm; overflow: clip; border-radius: 20mm">${texts(400)}</div><div style="height: 180mm; overflow: hidden">${texts(300)}</div><div style="overflow-x: clip; height: 20mm">${texts(60)}`,
  ),
  broken(
    "boxes that break nowhere, at the page's edge",
    "",
    [
      "overflow: hidden; height: 30mm",
      "overflow: scroll; height: 30mm",
      "overflow: auto; max-height: 30mm",
      "contain: size; height: 30mm",
      "contain: strict; height: 30mm",
      "display: inline-block; height: 30mm",
      "display: inline-flex; height: 30mm",
    ]
      .map((style) => onEdge(style, prose(60)))
      .join(""),
  ),
  broken(
    "boxes that break nowhere, higher than a page",
    "div { border: 1px solid; width: 60mm }",
    ["overflow: hidden", "contain: size", "overflow: scroll"]
      .map((style) => `<div style="${style}; ${tall}">${texts(200)}</div>`)
      .join(""),
  ),
  broken(
    "texts cut to some lines",
    "div { -webkit-line-clamp: 4; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; border: 1px solid } .auto { display: block; continue: discard; max-height: 4lh }",
    `${fill(100)}<div>${prose(90)}</div>${fill(90)}<div class="auto">${prose(90)}</div><div style="-webkit-line-clamp: 30">${prose(300)}</div><p style="white-space: nowrap; overflow: hidden; text-overflow: ellipsis">${prose(40)}`,
  ),
  broken(
    "pictures at the page's edge and higher than a page",
    "img, svg, canvas { margin: 2mm; vertical-align: top }",
    `${fill(100)}<img src="${dataUrl("alpha.png")}" width="150" height="150">${fill(90)}<p>in a line <svg width="100" height="160"><rect width="100" height="160" fill="teal"/></svg> of text</p><img src="${dataUrl("alpha.png")}" style="display: block; height: 250mm; width: 30mm"><svg style="display: block" width="120" height="1200"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs><rect width="120" height="1200" fill="url(#g)"/></svg>`,
  ),
  broken(
    "what fades and blends over pages, and moves within one",
    "div { width: 60mm; margin: 4mm; background: #eef; border: 1px solid }",
    `<div style="opacity: .5; ${tall}">clear</div><div style="mix-blend-mode: multiply; ${tall}">blended</div>${["rotate(5deg)", "translate(5mm, 30mm)", "scale(.5)", "skewX(10deg)"].map((transform) => `<div style="break-before: page; transform: ${transform}">${prose(40)}</div>`).join("")}`,
  ),
  broken(
    "clipped and masked content over pages",
    "div { width: 60mm; margin: 4mm }",
    `<div style="clip-path: ellipse(40% 48%); ${tall}">ellipse</div><div style="clip-path: polygon(0 0, 100% 20%, 80% 100%, 0 80%); ${tall}">polygon</div><div style="mask: linear-gradient(black, transparent); ${tall}">mask</div><div style="clip-path: inset(10mm round 10mm)">${texts(200)}`,
  ),
  broken(
    "boxes that are shifted over the page's edge",
    "p { background: #eef } .moved { position: relative; background: gold }",
    `${fill(110)}<p class="moved" style="top: 30mm">down</p><p>after</p>${fill(60)}<p class="moved" style="top: -60mm; left: 20mm">up</p>${texts(160)}<div class="moved" style="top: 10mm">${texts(160)}</div><p class="moved" style="bottom: 100vh">a page up`,
  ),
  broken(
    "negative margins at breaks",
    "div { background: #eefc; border: 1px solid }",
    `${fill(110)}<div style="margin-top: -20mm; height: 40mm">up, over the end</div><div style="break-before: page; margin-top: -10mm">after a forced break</div>${fill(100)}<div style="margin-bottom: -30mm; height: 40mm">bottom</div><div style="height: 30mm">over it</div>${fill(60)}<p style="margin-bottom: -200mm">much</p><p>back`,
  ),
  broken(
    "sticky, contained and unseen boxes",
    "section { border: 1px solid; margin: 2mm 0 } h2 { position: sticky; top: 0; background: gold; margin: 0 }",
    `${repeat(2, (index) => `<section><h2>${index}</h2>${texts(100)}</section>`)}<section style="contain: layout paint">${texts(160)}</section><section style="content-visibility: auto; contain-intrinsic-height: 50mm">${texts(160)}</section><section style="content-visibility: hidden; contain-intrinsic-height: 60mm">hidden</section><p>after`,
  ),
  broken(
    "absolute boxes over pages",
    "div { position: absolute; width: 30mm; background: #fedc; border: 1px solid } section { position: relative; height: 200mm; background: #eef }",
    `<div style="top: 60mm; left: 0; height: 200mm">tall</div><div style="top: 250mm; left: 40mm">second page</div><section><div style="bottom: 0; right: 0">bottom of the second</div><div style="top: 50%; left: 35mm">half</div><div style="inset: 30mm auto 20mm 0">stretched</div><div style="right: 0; top: 100mm; width: 28mm">${prose(40)}</div></section>`,
  ),
  broken(
    "absolute boxes in rows, lines and columns",
    "i { position: absolute; background: gold } .columns { columns: 2; position: relative } td { border: 1px solid; position: relative; height: 20mm }",
    `<p>${prose(60)} <span style="position: relative">here <i style="top: 10px; left: 0">at the span</i></span> ${prose(90)}</p><div class="columns">${texts(120)}<i style="top: 100mm">in columns</i></div><table>${repeat(9, (row) => `<tr><td>${row}<i style="bottom: 0; right: 0">cell ${row}</i>`)}</table>`,
  ),
  broken(
    "boxes anchored to others on another page",
    ".at { anchor-name: --a; background: gold } i { position: absolute; position-anchor: --a; left: anchor(right); top: anchor(top); background: pink }",
    `${fill(90)}<p><span class="at">anchor</span></p><i>anchored</i>${fill(90)}<p>end`,
  ),
  broken(
    "floats over pages",
    "i { width: 35mm; background: gold; margin: 1mm } .l { float: left } .r { float: right }",
    `${fill(100)}<i class="l" style="height: 50mm">broken</i><p>${prose(60)}</p><i class="r">${prose(60)}</i><i class="l">${prose(90)}</i><p>${prose(90)}</p><p style="clear: both">cleared</p><i class="r" style="break-inside: avoid; height: 100mm">whole</i>${texts(120)}`,
  ),
  broken(
    "floats beside each other and a flow of their own",
    "i { float: left; width: 30%; background: gold; margin: 1mm } .root { display: flow-root; background: #eef }",
    `${repeat(9, (index) => `<i style="height: ${20 + ((index * 37) % 60)}mm">${index}</i>`)}<div class="root">${texts(120)}</div><p style="clear: left">cleared</p><div style="float: left; width: 40mm; height: 160mm; shape-outside: ellipse(); clip-path: ellipse(); background: teal"></div>${texts(240)}`,
  ),
];
