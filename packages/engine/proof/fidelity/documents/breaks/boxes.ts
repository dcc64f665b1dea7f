import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { prose, repeat } from "../prose.ts";
import { broken, fill, texts } from "../paged.ts";

const tall = "height: 180mm; background: linear-gradient(#fcc, #ccf)";
const onEdge = (style: string, content = prose(8)) =>
  `${fill(112)}<div style="border: 1px solid; ${style}">${content}</div>`;

export const brokenBoxes: readonly FidelityDocument[] = [
  ...broken({
    "inline boxes by slice and clone": `<style>span { border: 2px solid; padding: 1px 6px; border-radius: 8px; background: linear-gradient(90deg, gold, pink); box-shadow: 1px 1px 2px gray } .clone { box-decoration-break: clone; -webkit-box-decoration-break: clone }</style><p style="line-height: 30px"><span>${prose(90)}</span></p><p style="line-height: 30px"><span class="clone">${prose(90)}</span>`,
    "boxes that have nothing but padding, border or height": `<style>div { margin: 4mm 0; background: #eef }</style><div style="padding-top: 150mm"></div><div style="border-top: 150mm solid teal"></div><div style="height: 150mm; background: linear-gradient(red, blue)"></div><div style="padding: 80mm 0">${prose(9)}</div><div style="margin-top: 200mm">margin`,
    "heights, least and most heights over pages": `<style>div { border: 1px solid; margin: 2mm 0; background: #eef }</style><div style="min-height: 170mm">least</div><div style="max-height: 60mm">${texts(160)}</div><div style="height: 40mm">${texts(160)}</div><p style="margin-top: 60mm">after</p><div style="height: 200%">percent</div><div style="aspect-ratio: 1/2; width: 80mm">ratio`,
    "overflow that goes on over pages": `<style>div { border: 1px solid; width: 70mm; margin: 2mm }</style>${fill(60)}<div style="height: 30mm">${texts(160)}</div><div style="break-before: page; height: 200mm; overflow: clip; border-radius: 20mm">${texts(400)}</div><div style="height: 180mm; overflow: hidden">${texts(300)}</div><div style="overflow-x: clip; height: 20mm">${texts(60)}`,
    "boxes that break nowhere, at the page's edge": `<style></style>${["overflow: hidden; height: 30mm", "overflow: scroll; height: 30mm", "overflow: auto; max-height: 30mm", "contain: size; height: 30mm", "contain: strict; height: 30mm", "display: inline-block; height: 30mm", "display: inline-flex; height: 30mm"].map((style) => onEdge(style, prose(60))).join("")}`,
    "boxes that break nowhere, higher than a page": `<style>div { border: 1px solid; width: 60mm }</style>${["overflow: hidden", "contain: size", "overflow: scroll"].map((style) => `<div style="${style}; ${tall}">${texts(200)}</div>`).join("")}`,
    "texts cut to some lines": `<style>div { -webkit-line-clamp: 4; display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; border: 1px solid } .auto { display: block; continue: discard; max-height: 4lh }</style>${fill(100)}<div>${prose(90)}</div>${fill(90)}<div class="auto">${prose(90)}</div><div style="-webkit-line-clamp: 30">${prose(300)}</div><p style="white-space: nowrap; overflow: hidden; text-overflow: ellipsis">${prose(40)}`,
    "what fades and blends over pages, and moves within one": `<style>div { width: 60mm; margin: 4mm; background: #eef; border: 1px solid }</style><div style="opacity: .5; ${tall}">clear</div><div style="mix-blend-mode: multiply; ${tall}">blended</div>${["rotate(5deg)", "translate(5mm, 30mm)", "scale(.5)", "skewX(10deg)"].map((transform) => `<div style="break-before: page; transform: ${transform}">${prose(40)}</div>`).join("")}`,
    "clipped and masked content over pages": `<style>div { width: 60mm; margin: 4mm }</style><div style="clip-path: ellipse(40% 48%); ${tall}">ellipse</div><div style="clip-path: polygon(0 0, 100% 20%, 80% 100%, 0 80%); ${tall}">polygon</div><div style="mask: linear-gradient(black, transparent); ${tall}">mask</div><div style="clip-path: inset(10mm round 10mm)">${texts(200)}`,
    "boxes that are shifted over the page's edge": `<style>p { background: #eef } .moved { position: relative; background: gold }</style>${fill(110)}<p class="moved" style="top: 30mm">down</p><p>after</p>${fill(60)}<p class="moved" style="top: -60mm; left: 20mm">up</p>${texts(160)}<div class="moved" style="top: 10mm">${texts(160)}</div><p class="moved" style="bottom: 100vh">a page up`,
    "sticky, contained and unseen boxes": `<style>section { border: 1px solid; margin: 2mm 0 } h2 { position: sticky; top: 0; background: gold; margin: 0 }</style>${repeat(2, (index) => `<section><h2>${index}</h2>${texts(100)}</section>`)}<section style="contain: layout paint">${texts(160)}</section><section style="content-visibility: auto; contain-intrinsic-height: 50mm">${texts(160)}</section><section style="content-visibility: hidden; contain-intrinsic-height: 60mm">hidden</section><p>after`,
    "absolute boxes over pages": `<style>div { position: absolute; width: 30mm; background: #fedc; border: 1px solid } section { position: relative; height: 200mm; background: #eef }</style><div style="top: 60mm; left: 0; height: 200mm">tall</div><div style="top: 250mm; left: 40mm">second page</div><section><div style="bottom: 0; right: 0">bottom of the second</div><div style="top: 50%; left: 35mm">half</div><div style="inset: 30mm auto 20mm 0">stretched</div><div style="right: 0; top: 100mm; width: 28mm">${prose(40)}</div></section>`,
    "floats beside each other and a flow of their own": `<style>i { float: left; width: 30%; background: gold; margin: 1mm } .root { display: flow-root; background: #eef }</style>${repeat(9, (index) => `<i style="height: ${20 + ((index * 37) % 60)}mm">${index}</i>`)}<div class="root">${texts(120)}</div><p style="clear: left">cleared</p><div style="float: left; width: 40mm; height: 160mm; shape-outside: ellipse(); clip-path: ellipse(); background: teal"></div>${texts(240)}`,
  }),
  ...["slice", "clone"].flatMap((way) =>
    broken({
      [`boxes by ${way}: borders, paddings, radii, shadows, backgrounds`]: `<style>div { box-decoration-break: ${way}; margin: 3mm 0; padding: 4mm }</style>${[
        "border: 3mm solid teal; border-radius: 6mm; background: #eef",
        "border: 2mm dashed red; box-shadow: 1mm 1mm 2mm gray, inset 0 0 3mm blue",
        `border: 4mm solid; border-image: linear-gradient(red, blue) 10; background: url(${dataUrl("alpha.png")}) 0 0 / 100% 100%`,
        "outline: 2mm double green; background: radial-gradient(gold, white); background-clip: content-box",
      ]
        .map((style) => `<div style="${style}">${prose(110)}</div>`)
        .join("")}`,
    }),
  ),
];
