import type { FidelityDocument } from "../fidelity-document.ts";
import { fixture } from "../fixtures.ts";

const at = (name: string) => `https://assets.invalid/${name}`;

/** Fixtures by the URLs of their requests. */
const files = (...names: string[]) => Object.fromEntries(names.map((name) => [at(name), fixture(name)]));

const css = (text: string) => ({ bytes: Buffer.from(text), contentType: "text/css" });

/** One address for the assets of several documents. Each document must get its own. */
const logo = at("logo");
const brand = at("brand.ttf");

const formats = ["alpha.png", "baseline.jpg", "turned.jpg", "lossy.webp", "alpha.avif", "plain.bmp", "still.gif"];
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 60" width="160" height="60"><rect width="159" height="59" rx="9" fill="#cde" stroke="#036"/><text x="20" y="40" font-size="30">Drawn</text></svg>`;

export const assets: readonly FidelityDocument[] = [
  {
    name: "assets: images in every format and place",
    html: `<!doctype html><style>div { width: 100px; height: 60px; background: url(${at("alpha.png")}) no-repeat, pink } li { list-style-image: url(${at("icon.ico")}) } b::before { content: url(${at("still.gif")}) }</style>
      ${["alpha.png", "baseline.jpg", "turned.jpg", "lossy.webp", "alpha.avif", "plain.bmp", "still.gif"].map((name) => `<img src="${at(name)}"> <img src="${at(name)}" width="90" height="60">`).join("")}<div></div><ul><li>item</ul><b>b</b>
      <picture><source type="image/avif" srcset="${at("alpha.avif")} 1x"><img src="${at("alpha.png")}" width="60"></picture><svg width="60" height="40"><image href="${at("baseline.jpg")}" width="60" height="40"/></svg>`,
    assets: files(
      "alpha.png",
      "baseline.jpg",
      "turned.jpg",
      "lossy.webp",
      "alpha.avif",
      "plain.bmp",
      "still.gif",
      "icon.ico",
    ),
  },
  {
    name: "assets: fonts in every format",
    html: `<!doctype html><style>${["ttf", "otf", "woff", "woff2"].map((format) => `@font-face { font-family: "f-${format}"; src: url(${at(`shapes.${format}`)}) }`).join("")} @font-face { font-family: refused; src: url(${at("refused.woff2")}) } p { font-size: 24px; margin: 0 }</style>${["ttf", "otf", "woff", "woff2"].map((format) => `<p style="font-family: f-${format}">ABCD ${format}`).join("")}<p style="font-family: refused, serif">ABCD`,
    assets: files("shapes.ttf", "shapes.otf", "shapes.woff", "shapes.woff2"),
  },
  {
    name: "assets: a stylesheet that requests more",
    html: `<!doctype html><link rel="stylesheet" href="${at("style.css")}"><p>ABCD<p class="more">more`,
    assets: {
      ...files("alpha.png", "shapes.woff2"),
      [at("style.css")]: css(
        `@import "more.css"; @font-face { font-family: Linked; src: url(shapes.woff2) } p { font: 24px Linked, serif; background: url("alpha.png") no-repeat }`,
      ),
      [at("more.css")]: css(`@page { size: 105mm 148mm } .more { color: red; border: 1px solid }`),
    },
  },
  {
    name: "assets: some of them refused",
    html: `<!doctype html><img src="${at("alpha.png")}" alt="given" width="90" height="60"> <img src="${at("refused.png")}" alt="refused" width="90" height="60"><link rel="stylesheet" href="${at("refused.css")}"><p style="background: url(${at("refused.jpg")}) #eee">text`,
    assets: files("alpha.png"),
  },
  ...["baseline.jpg", "still.gif", "alpha.png"].map((name) => ({
    name: `assets: one address for several things, here ${name}`,
    html: `<!doctype html><style>@font-face { font-family: Brand; src: url(${brand}) } p { font: 30px Brand, serif }</style><img src="${logo}" width="120" height="80"><p>ABCD`,
    assets: { [logo]: fixture(name), [brand]: fixture(name === "still.gif" ? "colour.ttf" : "shapes.ttf") },
  })),
  {
    name: "assets: an address that others have, here refused",
    html: `<!doctype html><style>@font-face { font-family: Brand; src: url(${brand}) } p { font: 30px Brand, serif }</style><img src="${logo}" width="120" height="80" alt="refused"><p>ABCD`,
    assets: {},
  },
  ...formats.map((name) => ({
    name: `assets: a page that has the picture ${name}`,
    html: `<!doctype html><style>div { width: 100px; height: 60px; background: url(${at(name)}) no-repeat, pink } section { background: url('${at(name)}'); padding: 9px; border-radius: 4px } li { list-style-image: url(${at(name)}) } b::before { content: url(${at(name)}) } figure { border: 8px solid; border-image: url(${at(name)}) 9 }</style>
      <img src="${at(name)}"> <img src="${at(name)}" width="90" height="60" alt="text"> <img src=${at(name)} style="max-width: 10%; object-fit: cover"><div></div><section>text</section><ul><li>item</ul><b>b</b><figure>text</figure>
      <p style="background: url(&quot;${at(name)}&quot;)">style<svg width="60" height="40"><image href="${at(name)}" width="60" height="40"/></svg>`,
    assets: files(name),
  })),
  {
    name: "assets: a drawing that a page has",
    html: `<!doctype html><style>div { width: 160px; height: 60px; background: url(${at("drawn.svg")}) }</style><img src="${at("drawn.svg")}"><img src="${at("drawn.svg")}" width="60"><div></div><div style="background-size: 40px"></div>`,
    assets: { [at("drawn.svg")]: { bytes: Buffer.from(drawing), contentType: "image/svg+xml" } },
  },
  ...["ttf", "otf", "woff", "woff2"].map((format) => ({
    name: `assets: a named font in the format ${format}`,
    html: `<!doctype html><p style="font: 24px Brand, serif">ABCD<p style="font: bold italic 24px Brand, serif">ABCD <b style="font-family: serif">text</b>`,
    fonts: { Brand: `shapes.${format}` },
  })),
  {
    name: "assets: named fonts with the names of installed ones",
    html: `<!doctype html><p style="font: 24px Inter, serif">ABCD text<p style="font: 24px Arial, serif">ABCD text`,
    fonts: { Inter: "shapes.ttf", Arial: "colour.ttf" },
  },
  {
    name: "assets: no font of the document before",
    html: `<!doctype html><p style="font: 24px Inter, serif">ABCD text<p style="font: 24px Brand, serif">ABCD text`,
  },
];
