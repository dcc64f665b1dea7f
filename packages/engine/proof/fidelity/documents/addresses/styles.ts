import { documents } from "../documents.ts";
import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { prose, repeat } from "../prose.ts";
import { requesting, dataOf, paper, refused } from "./requesting.ts";

const picture = `url(${refused("picture.png")})`;
const drawing = `url(${refused("drawing.svg")}#part)`;

/** A box with text that shows the effect of its style. */
const box = (style: string) => `<div class="box" style="${style}">box</div>`;
const boxed = (name: string, styles: readonly string[], css = "") =>
  requesting({
    [name]: `<style>.box { width: 120px; height: 28px; margin: 3px; border: 1px solid; background-color: #eef } ${css}</style><body>${styles.map(box).join("")}`,
  });

const properties: Record<string, readonly string[]> = {
  "a background": [
    `background: ${picture} gold`,
    `background: gold ${picture} no-repeat 4px / cover`,
    `background-image: ${picture}`,
  ],
  "several backgrounds": [
    `background: ${picture}, linear-gradient(90deg, gold, white)`,
    `background-image: url(${dataUrl("alpha.png")}), ${picture}; background-color: pink`,
  ],
  "a border image": [
    `border: 6px solid red; border-image: ${picture} 30`,
    `border: 6px solid; border-image-source: ${picture}`,
  ],
  "a mask": [
    `mask: ${picture}; background: gold`,
    `mask-image: ${picture}, linear-gradient(90deg, black, transparent)`,
    `-webkit-mask: ${picture}`,
    `mask-border: ${picture} 30; -webkit-mask-box-image: ${picture}`,
  ],
  "a cursor": [`cursor: ${picture}, pointer`, `cursor: ${picture} 4 4, auto`],
  "a filter": [`filter: ${drawing}; background: gold`, `filter: ${drawing} blur(1px)`, `backdrop-filter: ${drawing}`],
  "a clip path": [`clip-path: ${drawing}; background: gold`, `clip-path: ${picture}`],
  "a path to move along": [`offset-path: ${drawing}; offset-distance: 50%`, `offset: ${drawing} 10px`],
  "an image set": [
    `background: image-set(${picture} 1x, ${picture} 2x) gold`,
    `background-image: -webkit-image-set(${picture} 1x)`,
    `background: image-set("${refused("a.avif")}" type("image/avif"), "${refused("b.png")}" 1x) gold`.replaceAll(
      '"',
      "&quot;",
    ),
  ],
  "a cross-fade": [
    `background: -webkit-cross-fade(${picture}, url(${dataUrl("alpha.png")}), 50%) gold`,
    `background: cross-fade(${picture} 30%, red) gold`,
  ],
  "an image by functions unknown to it": [
    `background: element(#x) gold`,
    `background: paint(thing, ${picture}) gold`,
    `background: image(${picture}, red) gold`,
    `background: src(&quot;${refused("a.png")}&quot;) gold`,
  ],
  "fill, stroke and marker": [
    `fill: ${drawing} red; stroke: ${drawing}`,
    `marker: ${drawing}; -webkit-box-reflect: below 0 ${picture}`,
  ],
};

export const styleAddresses: readonly FidelityDocument[] = [
  ...requesting({
    "CSS has list markers": `<style>ul { list-style-image: ${picture} } ol { list-style: square ${picture} inside } .marker li::marker { content: ${picture} "» " }</style><body><ul><li>one<li>two<ol><li>three</ol></ul><ul class="marker"><li>four</ul>`,
    "CSS has content of elements": `<style>.whole { content: ${picture} } .told { content: ${picture} / "told" } .around::before { content: "[" ${picture} "]" } .around::after { content: ${picture} / "told" }</style><body><p class="whole">replaced</p><p class="told">replaced</p><p>after <b class="around">bold</b> text</p>`,
    "CSS has shapes that text flows around": `<style>.shape { float: left; width: 90px; height: 90px; background: gold; shape-outside: ${picture}; shape-margin: 4px }</style><body><div class="shape"></div>${prose(60)}`,
    "CSS has first letters and lines with pictures": `<style>.styled::first-letter { background: ${picture} gold; font-size: 24px } .styled::first-line { background: ${picture} #cfc } ::selection { background: ${picture} }</style><body><p class="styled">${prose(40)}`,
    "CSS has symbols of a counter": `<style>@counter-style own { system: cyclic; symbols: ${picture} ${picture}; suffix: " " } @counter-style kept { system: cyclic; symbols: "§"; prefix: "(" } .own { list-style: own } li + li { list-style: kept }</style><body><ol class="own"><li>one<li>two</ol>`,
    "CSS has pictures for this paper's width only": `<style>.narrow, .wide { color: gray } @media (max-width: 120mm) { .narrow { color: green; background: ${picture} gold } .narrow::after { content: ${picture} " by rule" } } @media (min-width: 500px) { .wide { background: ${picture} red } }</style><body><p class="narrow">narrow</p><p class="wide">wide</p>`,
    "CSS has animations with pictures": `<style>@keyframes move { from { background: ${picture} gold } to { background: ${picture} pink; translate: 40px } } .moved { width: 120px; animation: move 10s -10s both paused }</style><body><p class="moved">moved</p>`,
    "CSS has pictures for states that never are": `<style>a:hover { background: ${picture} } a:visited { background: ${picture} red } #here:target { content: ${picture} } a { color: green } p:empty { background: ${picture} red }</style><body><p><a href="https://example.com/">link</a> <b id="here">here</b>`,
    "CSS has pictures in margin boxes": `<style>@page { margin: 20mm; @top-left { content: ${picture} } @top-center { content: "top " ${picture} " text" } @top-right { content: "right"; background: ${picture} gold } @bottom-center { content: "Page " counter(page); border: 2px solid; border-image: ${picture} 3 } @bottom-left-corner { content: "corner"; list-style-image: ${picture} } }</style><body><p style="break-after: page">first</p>`,
    "CSS has pictures on the page itself": `<style>@page { background: ${picture} #ffe; border: 2px solid green; border-image: ${picture} 3 } html { background: ${picture} } body { background: ${picture} #efe }</style><body><p>page`,
    "CSS is put into attributes": `<p style="background: ${picture} gold; color: green">one</p><p style='background: url("${refused("b.png")}") pink'>two</p><p style="--p: ${picture}; background: var(--p) #cfc">three</p><p style="content: ${picture}">four`,
    "CSS of a shadow tree has pictures": `<div><template shadowrootmode="open"><style>:host { display: block; background: ${picture} gold } b::before { content: ${picture} "in " } ::slotted(*) { border-image: ${picture} 3; color: green }</style><b>shadow</b> <slot></slot></template><i>slotted</i></div>`,
    "CSS of an imported sheet has pictures": `<style>@import "${dataOf("text/css", `.far { background: ${picture} gold; color: green }`)}";</style><p class="far">styled from afar</p>`,
    "a hundred boxes have backgrounds": repeat(
      100,
      (index) =>
        `<span style="display: inline-block; width: 22px; height: 18px; background: url(${refused(`${index}.png`)}) hsl(${index * 7} 70% 80%)">${index}</span> `,
    ),
  }),
  ...Object.entries(properties).flatMap(([what, styles]) => boxed(`CSS has ${what}`, styles)),
  ...boxed(
    "CSS has custom properties",
    [
      "background: var(--picture) gold",
      "background: var(--absent, var(--picture)), gold",
      "background-image: var(--typed)",
      "--own: var(--picture); background: var(--own) no-repeat pink",
    ],
    `:root { --picture: ${picture}; --sheet: "${refused("a.css")}" } @property --typed { syntax: "<image>"; inherits: true; initial-value: linear-gradient(gold, gold) } .box { --typed: ${picture} }`,
  ),
  ...boxed(
    "CSS has conditions",
    ["", ""],
    `@media print { .box { background-image: ${picture} } } @media (max-width: 120mm) { .box { outline: 2px solid gold; border-image: ${picture} 3 } } @supports (background: ${picture}) { .box { color: green } } @container (width > 1px) { .box { mask: ${picture} } } @layer base { .box { background: ${picture} pink } }`,
  ),
  ...boxed(
    "CSS has pictures for the screen only",
    ["", ""],
    `@media screen { .box { background: ${picture} red; color: red } } @media not print { .box::before { content: ${picture} "screen" } } @media print { .box { color: green } }`,
  ),
  ...documents({
    "addresses: a background is on the root alone": `<!doctype html><html style="background: ${picture} #eef"><style>${paper}</style><p>Before the address.<p>After the address.`,
  }),
];
