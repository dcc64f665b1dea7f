import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { prose, repeat } from "../prose.ts";
import { requesting, requestingFirst, dataOf, refused } from "./requesting.ts";

const font = refused("font.woff2");
const face = (descriptors = "", family = "Asked") =>
  `@font-face { font-family: ${family}; src: url(${font}); ${descriptors} }`;
const inFont = `<p>Before. <b class="asked">In the font that is refused: ${prose(8)}.</b> Between. <i class="asked">Again.</i></p>`;
const use = ".asked { font: 16px Asked, serif }";
const shapes = dataUrl("shapes.woff2");

const sources = {
  "an address only": `src: url(${font})`,
  "an address with a format": `src: url(${font}) format("woff2") tech(variations)`,
  "several addresses": `src: url(${refused("a.woff2")}), url("${refused("b.woff")}") format("woff"), url(${refused("c.ttf")})`,
  "an address, then a local font": `src: url(${font}), local("Cousine")`,
  "a local font, then an address": `src: local("Cousine"), url(${font})`,
  "an unknown local font, then an address": `src: local("Unknown Font"), url(${font})`,
  "an address, then data": `src: url(${font}), url(${shapes})`,
  "an address of an unknown format, then data": `src: url(${font}) format("unknown"), url(${shapes})`,
};

export const fontAddresses: readonly FidelityDocument[] = [
  ...requesting({
    "a font is for some characters": `<style>${face("unicode-range: U+41-42, U+E4")} ${face("unicode-range: U+370-3FF")} @font-face { font-family: Asked; src: url(${shapes}); unicode-range: U+43 } ${use}</style><body>${inFont}<p class="asked">ABCD äöü ΑΒΓ`,
    "a font has several weights and styles": `<style>${face()} ${face("font-weight: 700")} ${face("font-style: italic")} ${face("font-weight: 100 900; font-stretch: 50% 200%; size-adjust: 150%; ascent-override: 200%")} ${use}</style><body><p class="asked">normal <b>bold</b> <i>italic</i> <b><i>both</i></b>`,
    "a font is the whole document's": `<style>${face()} body, input, button { font-family: Asked, serif }</style><body><p>${prose(60)}</p><pre>preformatted</pre><input value="field"> <button>button</button>`,
    "a font has nothing to fall back on": `<style>${face()} .asked { font: 16px Asked }</style><body>${inFont}`,
    "a font is used for print only": `<style>${face()} @media print { ${use} }</style><body>${inFont}`,
    "a font is used for this paper's width only": `<style>${face()} @media (max-width: 120mm) { ${use} }</style><body>${inFont}`,
    "a font is used for the screen only": `<style>${face()} @media screen { ${use} }</style><body>${inFont}`,
    "a font is known in print only": `<style>@media print { ${face()} } ${use}</style><body>${inFont}`,
    "a font is used in margin boxes only": `<style>${face()} @page { margin: 15mm; @top-center { content: "In the font that is refused"; font: 14px Asked, serif } @bottom-center { content: counter(page) " of " counter(pages); font: 14px Asked, serif } }</style><body><p style="break-after: page">first</p>`,
    "a font is used in generated content only": `<style>${face()} .made::before { content: "made before "; font: 16px Asked, serif } .made::after { content: " made after"; font: 16px Asked, serif } li::marker { content: "marker "; font: 16px Asked, serif }</style><body><p class='made'>text</p><ul><li>item</ul>`,
    "a font is used in SVG only": `<style>${face()}</style><body><svg width="200" height="30"><text y="20" font-family="Asked, serif">in a drawing</text></svg>`,
    "a font is used in a frame only": `<iframe width="200" height="60" srcdoc="<style>${face()} ${use}</style><p class=asked>in a frame"></iframe>`,
    "a font is used far down": `<style>${face() + use}</style><body>${repeat(5, () => `<p style="height: 90mm">part`)}<p class="asked">far down</p>`,
    "a font is used in invisible text": `<style>${face() + use}</style><body><p class="asked" style="display: none">none</p><p class="asked" style="visibility: hidden">hidden</p><p class="asked" style="opacity: 0">clear</p><p class="asked" style="content-visibility: auto">seen</p>`,
    "a font is not used": `<style>${face()}</style><body><p>text</p>`,
    "a font is in an imported sheet": `<style>@import "${dataOf("text/css", face() + use)}";</style>${inFont}`,
    "a font is in a linked sheet": `<link rel="stylesheet" href="${dataOf("text/css", face() + use)}">${inFont}`,
    "a font is in a sheet that imports a sheet that is refused": `<link rel="stylesheet" href="${dataOf("text/css", `@import "${refused("a.css")}"; ${face()}${use}`)}">${inFont}`,
    "a font is used in a shadow tree": `<style>${face()}</style><body><div><template shadowrootmode="open"><style>b { font: 16px Asked, serif }</style><b>in the shadow</b></template></div>`,
    "a font is beside a font that is not refused": `<style>${face()} @font-face { font-family: Given; src: url(${shapes}) } ${use}</style><body>${inFont}<p style="font: 20px Given, serif">ABCD</p>`,
    "a font is preloaded": `<style>${face() + use}</style><body><link rel="preload" as="font" crossorigin href="${font}">${inFont}`,
    "twenty fonts": `<style>${repeat(20, (index) => `@font-face { font-family: F${index}; src: url(${refused(`${index}.woff2`)}) }`)}</style><body>${repeat(20, (index) => `<p style="font: 12px F${index}, serif; margin: 0">font ${index}`)}`,
    "one refused font is two families": `<style>${face() + face("", "Second") + use}</style><body><p class="asked">one <span style="font-family: Second, monospace">two</span>`,
    "fonts alternate with features and palettes": `<style>${face()} @font-feature-values Asked { @styleset { own: 1 } } @font-palette-values --own { font-family: Asked; base-palette: 1 } .asked { font: 16px Asked, serif; font-palette: --own; font-variant-alternates: styleset(own) }</style><body>${inFont}`,
  }),
  ...requestingFirst({ "a font is requested at the start": `<style>${face()} ${use}</style>${inFont}` }),
  ...Object.entries(sources).flatMap(([what, source]) =>
    requesting({
      [`a font has ${what}`]: `<style>@font-face { font-family: Asked; ${source} } ${use}</style><body>${inFont}<p class="asked">ABCD`,
    }),
  ),
  ...["auto", "block", "swap", "fallback", "optional"].flatMap((display) =>
    requesting({
      [`a font is displayed by ${display}`]: `<style>${face(`font-display: ${display}`)}${use}</style><body>${inFont}`,
    }),
  ),
];
