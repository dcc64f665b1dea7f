import { documents } from "./documents.ts";
import type { FidelityDocument } from "../fidelity-document.ts";
import { dataUrl } from "../fixtures.ts";
import { prose } from "./prose.ts";

const face = (family: string, source: string, descriptors = "") =>
  `@font-face { font-family: "${family}"; src: ${source}; ${descriptors} }`;

export const fonts: readonly FidelityDocument[] = [
  ...["shapes.ttf", "shapes.otf", "shapes.woff", "shapes.woff2"].map((file) => ({
    name: `a font from a data: URL, ${file}`,
    html: `<!doctype html><style>${face("Own", `url(${dataUrl(file)})`)} p { font: 30px Own, sans-serif }</style><p>ABCD DCBA not in it<p style="font-weight: bold">ABCD<p style="font-style: italic">ABCD`,
  })),
  ...documents({
    "fonts from data: URLs: ranges, variations, colours, sizes, a damaged one": `<!doctype html><style>
      ${face("Ranged", `url(${dataUrl("shapes.ttf")})`, "unicode-range: U+41-42")} ${face("Varied", `url(${dataUrl("variable.ttf")})`, "font-weight: 100 900")}
      ${face("Coloured", `url(${dataUrl("colour.ttf")})`)} ${face("Sized", `url(${dataUrl("shapes.woff2")})`, "size-adjust: 60%; font-display: block")}
      ${face("Damaged", "url(data:font/ttf;base64,AAEAAAAK)")} ${face("Here", "local('Inter Bold'), local('Inter-Bold')")} ${face("Absent", "url(https://absent.invalid/f.woff2)")}
      p { font-size: 26px; margin: 4px }</style>
      <p style="font-family: Ranged, serif">ABCD<p style="font-family: Varied; font-weight: 400">ABCD<p style="font-family: Varied; font-weight: 900">ABCD<p style="font-family: Varied; font-variation-settings: 'wght' 650">ABCD
      <p style="font-family: Coloured">ABCD<p style="font-family: Sized">ABCD<p style="font-family: Damaged, monospace">ABCD<p style="font-family: Here">Inter Bold<p style="font-family: Absent, cursive">ABCD`,
    "fonts in margin boxes and pseudo-elements": `<!doctype html><p style="font-family: Margin">A</p><style>${face("Margin", `url(${dataUrl("shapes.woff")})`)} ${face("Pseudo", `url(${dataUrl("shapes.otf")})`)} @page { size: 105mm 148mm; margin: 20mm; @top-center { content: "ABCD"; font: 20px Margin } } p::after { content: "DCBA"; font: 20px Pseudo }</style><p>text`,
    // Documents before and after this one may have a font with this name.
    "a font family that only other documents have": `<!doctype html><p style="font: 30px Own, Varied, Coloured, Margin, serif">ABCD DCBA`,
    "the fonts that are here, by weight, style, width, size and feature": `<!doctype html>${[
      "Inter",
      "Source Serif 4",
      "JetBrains Mono",
      "Arial",
      "Times New Roman",
      "Courier New",
      "Helvetica",
      "system-ui",
      "cursive",
      "fantasy",
      "math",
      "ui-monospace",
      "No Such Font",
    ]
      .map(
        (family) =>
          `<p style="font-family: '${family}', ${family}">${family} <i>italic</i> <b>bold</b> <span style="font-weight: 500">500</span> <span style="font-weight: 600">600</span> <span style="font: 8.5px/1 inherit; font-size: 8.5px">small</span> office waffle AVATAR 1234567890 1/2 “so” it’s — …`,
      )
      .join("")}
      <p style="font-family: Inter; font-feature-settings: 'tnum', 'zero', 'ss01'">0123456789 a g<p style="font-variant: small-caps; font-variant-numeric: oldstyle-nums">Small Caps 123<p style="font-kerning: none; font-variant-ligatures: none">AVATAR office<p style="font-stretch: 75%; font-synthesis: none; font-family: 'JetBrains Mono'"><i>no italic</i><p style="font-size-adjust: .7">${prose(10)}`,
  }),
];
