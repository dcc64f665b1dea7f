import { documents } from "../documents.ts";
import type { FidelityDocument } from "../../fidelity-document.ts";
import { prose, repeat } from "../prose.ts";
import { requesting, requestingFirst, dataOf, paper, refused } from "./requesting.ts";

const sheet = refused("style.css");
const link = (attributes = "") => `<link rel="stylesheet" href="${sheet}" ${attributes}>`;

/** Own styles before and after the refused sheet. All must hold. */
const around = (place: string) =>
  `<style>.early { color: blue; border-left: 4px solid } .late { color: red }</style>${place}<style>.late { color: green; border-left: 4px solid }</style><p class="early">Early</p><p class="late">Late</p>`;

const linkAttributes = {
  "for print": 'media="print"',
  "for the screen": 'media="screen"',
  "for this paper's width": 'media="print and (max-width: 120mm)"',
  disabled: "disabled",
  "of a title": 'title="Own"',
  "as an alternate": 'title="Other"',
  "of another type": 'type="text/x-unknown"',
  "with integrity": 'integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" crossorigin',
  "requested with credentials": 'crossorigin="use-credentials" referrerpolicy="no-referrer"',
  "blocking the render": 'blocking="render" fetchpriority="high"',
  "of low priority": 'fetchpriority="low" type="text/css"',
};

/** Positions of `@import`, each in a style element of its own. */
const imports = {
  "by url()": `@import url("${sheet}");`,
  "by url() without quotes": `@import url(${sheet});`,
  "by a string": `@import '${sheet}';`,
  "in a layer": `@layer base, theme; @import "${sheet}" layer(theme); @import "${refused("anonymous.css")}" layer;`,
  "if supported": `@import "${sheet}" supports(display: grid); @import "${refused("none.css")}" supports(display: unknown);`,
  "for print": `@import "${sheet}" print;`,
  "for the screen": `@import "${sheet}" screen;`,
  "for this paper's width": `@import "${sheet}" (max-width: 120mm);`,
  "several times": `@import "${sheet}"; @import "${sheet}"; @import url(${refused("b.css")}) print; @import "${refused("c.css")}";`,
  "after a character set and comments": `@charset "utf-8"; /* one */ @import /* two */ "${sheet}" /* three */;`,
  "too late, after a rule": `b { color: red } @import "${sheet}";`,
};

const nested = dataOf("text/css", `@import "${sheet}"; .late { text-decoration: underline }`);

export const sheets: readonly FidelityDocument[] = [
  ...requesting({
    "a sheet is linked in the body": around(link()),
    "sheets are linked between parts that take pages": repeat(
      4,
      (index) => `${link()}<p style="break-after: page">Part ${index}</p>`,
    ),
    "forty sheets are linked": repeat(
      40,
      (index) => `<link rel="stylesheet" href="${refused(`${index}.css`)}"><b>${index} </b>`,
    ),
    "a sheet is an alternate one": around(
      `<link rel="alternate stylesheet" title="Other" href="${sheet}"><link rel="stylesheet" title="Own" href="${refused("own.css")}">`,
    ),
    "links preload, prefetch and connect": around(
      `${["style", "font", "image", "script", "fetch", "track"].map((as) => `<link rel="preload" as="${as}" href="${refused(as)}" crossorigin>`).join("")}<link rel="modulepreload" href="${refused("a.mjs")}"><link rel="prefetch" href="${refused("b")}"><link rel="dns-prefetch" href="${refused("")}"><link rel="preconnect" href="${refused("")}">`,
    ),
    "links are for icons, manifests and other documents": around(
      `${["icon", "shortcut icon", "apple-touch-icon", "mask-icon", "manifest", "prerender", "next", "canonical", "alternate", "search", "help"].map((rel) => `<link rel="${rel}" href="${refused("a")}">`).join("")}<meta property="og:image" content="${refused("og.png")}">`,
    ),
    "a preloaded style sheet is used": `<link rel="preload" as="image" href="${refused("a.png")}"><link rel="preload" as="style" href="${sheet}">${link()}<p><img src="${refused("a.png")}" alt="instead of the picture"></p>`,
    "a sheet is imported by an element for print": around(
      `<style media="print">@import "${sheet}"; .late { font-style: italic }</style>`,
    ),
    "a sheet is imported by an element for the screen": around(
      `<style media="screen">@import "${sheet}"; .late { font-style: italic }</style>`,
    ),
    "a linked sheet, a data: address, imports another": around(`<link rel="stylesheet" href="${nested}">`),
    "an imported sheet, a data: address, imports another": around(`<style>@import url("${nested}");</style>`),
    "sheets within sheets import another": around(
      `<style>@import "${dataOf("text/css", `@import "${nested}" print; .early { font-weight: bold }`)}";</style>`,
    ),
    "a shadow tree imports and links sheets": around(
      `<div><template shadowrootmode="open"><style>@import "${sheet}"; b { color: purple }</style>${link()}<b>Shadow</b> <slot></slot></template>slotted</div>`,
    ),
    "a style element in SVG imports a sheet": around(
      `<svg width="120" height="40"><style>@import "${sheet}"; text { fill: purple }</style><text y="20">SVG text</text></svg>`,
    ),
    "an SVG link is to a sheet": around(
      `<svg width="120" height="40"><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${sheet}"/><text y="20">SVG text</text></svg>`,
    ),
    "sheets are linked in a template and a noscript": around(
      `<template>${link()}<p>Never</p></template><noscript>${link()}<p>Without scripts</p></noscript>`,
    ),
    "a sheet is linked beside a data: sheet": around(
      `${link()}<link rel="stylesheet" href="${dataOf("text/css", ".late { letter-spacing: 4px }")}">`,
    ),
  }),
  ...requestingFirst({
    "a sheet is linked at the start of a fragment": link(),
    "a sheet is linked after the doctype": `<!doctype html>${link()}`,
    "a sheet is imported at the start of a fragment": `<style>@import url("${sheet}");</style>`,
    "a sheet is imported at the start, before rules of its element": `<style>@import "${sheet}"; p { color: navy }</style>`,
  }),
  ...documents({
    "addresses: a sheet is linked in the head of a whole document": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Linked</title>${link()}<style>${paper} p { color: green }</style></head><body><p>The only text.</p></body></html>`,
    "addresses: a sheet is linked at the end": `<!doctype html><style>${paper}</style><p>${prose(40)}</p>${link()}`,
    "addresses: a sheet is linked after the body": `<!doctype html><html><style>${paper}</style><body><p>${prose(40)}</p></body>${link()}</html>`,
  }),
  ...Object.entries(linkAttributes).flatMap(([what, attributes]) =>
    requesting({ [`a sheet ${what} is linked`]: around(link(attributes)) }),
  ),
  ...Object.entries(imports).flatMap(([what, css]) =>
    requesting({ [`a sheet is imported ${what}`]: around(`<style>${css} .late { font-weight: bold }</style>`) }),
  ),
];
