import type { FidelityDocument } from "../../fidelity-document.ts";
import { repeat } from "../prose.ts";
import { requesting, requestingFirst, dataOf, refused } from "./requesting.ts";

const drawing = refused("drawing.svg");

/** SVG with a border, and text before and after the request. */
const svg = (place: string) =>
  `<svg width="240" height="90" viewBox="0 0 240 90"><rect width="240" height="90" fill="none" stroke="navy"/><text x="4" y="14">before</text>${place}<text x="190" y="84">after</text></svg>`;

const places = {
  "an image by href": `<image href="${refused("a.png")}" x="10" y="20" width="60" height="40"/>`,
  "an image by xlink:href": `<image xlink:href="${refused("a.png")}" x="10" y="20" width="60" height="40"/><image href="${refused("b.svg")}" x="80" y="20"/>`,
  "a use": `<use href="${drawing}#a" x="10" y="20"/><use xlink:href="${drawing}#b"/><use href="#own"/><circle id="own" cx="60" cy="45" r="12" fill="gold"/>`,
  "an feImage": `<filter id="f"><feImage href="${refused("a.png")}" result="i"/><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="i"/></feMerge></filter><rect x="20" y="20" width="60" height="40" fill="gold" filter="url(#f)"/>`,
  "a filter": `<rect x="20" y="20" width="60" height="40" fill="gold" filter="url(${drawing}#f)"/><rect x="100" y="20" width="60" height="40" fill="teal" style="filter: url(${drawing}#f) blur(1px)"/>`,
  "a mask": `<rect x="20" y="20" width="60" height="40" fill="gold" mask="url(${drawing}#m)"/>`,
  "a clip path": `<rect x="20" y="20" width="60" height="40" fill="gold" clip-path="url(${drawing}#c)"/>`,
  markers: `<path d="M20 20 80 60 140 20" fill="none" stroke="red" marker-start="url(${drawing}#m)" marker-mid="url(${drawing}#m)" marker-end="url(${drawing}#m)"/>`,
  "a pattern that another begins": `<pattern id="p" href="${drawing}#p" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="3" fill="red"/></pattern><rect x="20" y="20" width="60" height="40" fill="url(#p) gold" stroke="red"/>`,
  "a gradient that another begins": `<linearGradient id="g" href="${drawing}#g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect x="20" y="20" width="60" height="40" fill="url(#g)"/>`,
  "fill and stroke with another colour": `<rect x="20" y="20" width="60" height="40" fill="url(${drawing}#g) gold" stroke="url(${drawing}#s) red"/><rect x="100" y="20" width="60" height="40" fill="url(${drawing}#g)" stroke="green"/>`,
  "a path for text": `<path id="own" d="M10 70 Q 60 20 120 70" fill="none" stroke="gray"/><text><textPath href="${drawing}#p">lost</textPath></text><text><textPath href="#own">kept on a path</textPath></text>`,
  "a cursor": `<cursor id="c" href="${refused("a.cur")}"/><rect x="20" y="20" width="60" height="40" fill="gold" cursor="url(${refused("a.cur")}), pointer" style="cursor: url(${refused("b.cur")}), auto"/>`,
  links: `<a href="https://example.com/a"><rect x="20" y="20" width="60" height="40" fill="gold"/></a><a xlink:href="https://example.com/b"><text x="100" y="40">link</text></a>`,
  "a foreign object with a picture": `<foreignObject x="20" y="20" width="120" height="50"><img xmlns="http://www.w3.org/1999/xhtml" src="${refused("a.png")}" alt="in a drawing"/><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${refused("a.css")}"/></foreignObject>`,
  scripts: `<script href="${refused("a.js")}"/><script xlink:href="${refused("b.js")}"></script><rect x="20" y="20" width="60" height="40" fill="gold"/>`,
  animations: `<rect x="20" y="20" width="60" height="40" fill="gold"><animate href="${drawing}#r" attributeName="width" to="9" dur="9s" begin="9999s"/><set attributeName="fill" to="green"/></rect><image x="100" y="20" width="60" height="40"><set attributeName="href" to="${refused("a.png")}"/></image>`,
  "a font": `<defs><font-face font-family="Drawn"><font-face-src><font-face-uri href="${refused("a.svg")}#f"/></font-face-src></font-face></defs><text x="20" y="50" font-family="Drawn, serif">in a font</text>`,
  "styles and fonts": `<style>@font-face { font-family: Drawn; src: url(${refused("a.woff2")}) } text { font-family: Drawn, serif; fill: purple } rect { mask: url(${drawing}#m) }</style>`,
};

export const drawingAddresses: readonly FidelityDocument[] = [
  ...requesting({
    "SVG pictures have addresses in them": `<img src="${dataOf("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><style>@import "${refused("a.css")}"; text { fill: green }</style><image href="${refused("a.png")}" width="40" height="40"/><text y="30">a picture</text></svg>`)}" alt="drawing"><div style="width: 200px; height: 60px; background: url('${dataOf("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><use href="${drawing}#a"/><circle cx="30" cy="30" r="20" fill="gold"/></svg>`).replaceAll("'", "%27")}')"></div>`,
    "a hundred uses of one drawing": `<svg width="240" height="200">${repeat(100, (index) => `<use href="${drawing}#a${index}"/><circle cx="${(index % 10) * 22 + 12}" cy="${Math.floor(index / 10) * 18 + 12}" r="6" fill="teal"/>`)}</svg>`,
  }),
  ...requestingFirst({ "a drawing stands at the start": svg(places["an image by href"]) }),
  ...Object.entries(places).flatMap(([what, place]) => requesting({ [`SVG has ${what}`]: svg(place) })),
];
