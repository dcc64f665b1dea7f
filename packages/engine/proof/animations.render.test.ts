import { pdfPictures } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

const font = `<style>@font-face { font-family: Own; src: local("Inter") }</style>`;
const frames = `@keyframes fade { from { opacity: 0 } to { opacity: 1 } }
  @keyframes grow { from { width: 0; background: red } to { width: 100px; background: blue } }
  div { width: 200px; height: 60px; background: green }`;

/** The colours at some places of the first page. */
async function coloursOf(html: string, settings = {}): Promise<string[]> {
  const page = `<!doctype html><style>body { margin: 0 } ${frames}</style>${html}`;
  const { pdf } = await engine.printHtml(page, { settings: { width: "300px", height: "300px", ...settings } });
  const [picture] = await pdfPictures(pdf, { dpi: 96 });
  if (!picture) throw new Error("the document has no page");
  return [20, 150].map((x) => {
    const at = (30 * picture.width + x) * 4;
    return names.get([...picture.rgba.subarray(at, at + 3)].join()) ?? "another";
  });
}
const names = new Map([
  ["255,255,255", "white"],
  ["0,128,0", "green"],
  ["0,0,255", "blue"],
  ["255,0,0", "red"],
]);

const styled = (style: string) => `<div style="${style}"></div>`;
const ends: [what: string, html: string, colours: string[]][] = [
  ["fades in", styled("animation: fade 1s"), ["green", "green"]],
  ["fades in later", styled("animation: fade 1s 2s both"), ["green", "green"]],
  ["fades out", styled("animation: fade 1s reverse forwards"), ["white", "white"]],
  ["fades in and out", styled("animation: fade 1s 2 alternate forwards"), ["white", "white"]],
  ["is as before after its animation", styled("animation: grow 1s"), ["green", "green"]],
  ["keeps the end of its animation", styled("animation: grow 1s forwards"), ["blue", "white"]],
  ["animates without an end", styled("animation: grow 1s infinite"), ["green", "green"]],
  [
    "is important",
    "<style>div[id] { animation: fade 9s 9s both !important }</style><div id=a></div>",
    ["green", "green"],
  ],
  ["has one animation after the other", styled("animation: fade 1s both, grow 2s 1s forwards"), ["blue", "white"]],
  [
    "comes in by a transition",
    `<style>div { transition: opacity 1s; @starting-style { opacity: 0 } }</style><div></div>`,
    ["green", "green"],
  ],
  [
    "is a pseudo-element",
    `<style>p { margin: 0 } p::before { content: ""; display: block; width: 200px; height: 60px; background: green; animation: fade 1s }</style><p></p>`,
    ["green", "green"],
  ],
  [
    "animates only on narrow paper",
    "<style>@media (max-width: 400px) { div { animation: grow 1s both } }</style><div></div>",
    ["blue", "white"],
  ],
  ["is paused in the middle", styled("animation: grow 1s -.5s linear paused"), ["another", "white"]],
  [
    "is paused, beside one that fades in",
    `${styled("animation: grow 1s -2s both paused")}<p style="animation: fade 1s">`,
    ["blue", "white"],
  ],
  [
    "follows the scrolling of its page",
    styled("animation: fade linear both; animation-timeline: view()"),
    ["green", "green"],
  ],
  [
    "animates in a drawing",
    `<svg width="200" height="60" style="display: block"><rect height="60" width="0" fill="green"><animate attributeName="width" from="0" to="200" dur="2s" fill="freeze"/></rect></svg>`,
    ["green", "green"],
  ],
  [
    "animates without an end in a drawing",
    `<svg width="200" height="60" style="display: block"><rect height="60" width="200" fill="green"><animate attributeName="width" from="0" to="20" dur="2s" repeatCount="indefinite"/></rect></svg>`,
    ["green", "green"],
  ],
  [
    "is in a shadow tree",
    `<div style="background: none"><template shadowrootmode="open"><style>@keyframes in { from { opacity: 0 } } p { margin: 0; height: 60px; background: green; animation: in 1s }</style><p></template></div>`,
    ["green", "green"],
  ],
  [
    "is in a frame",
    `<iframe style="border: 0; display: block; width: 200px" srcdoc="<style>body { margin: 0 } @keyframes fade { from { opacity: 0 } } p { margin: 0; height: 60px; background: green; animation: fade 1s }</style><p>"></iframe>`,
    ["green", "green"],
  ],
];

describe("a document is printed as it is after its animations, with scripts and without, at once or loaded completely", () => {
  test.each(ends)("an element that %s", async (_, html, colours) => {
    expect(await coloursOf(html)).toEqual(colours);
    expect(await coloursOf(`${font}${html}`)).toEqual(colours);
    expect(await coloursOf(html, { javascript: true })).toEqual(colours);
  });
});

test.each([
  ["an animation of a script", `box.animate([{ opacity: 0 }, { opacity: 1 }], 1000)`],
  [
    "an animation of a script that starts the next one",
    `box.style.opacity = 0; box.animate([{ opacity: 0 }, { opacity: 0 }], 1000).onfinish = () =>
       box.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 3000, fill: "forwards" })`,
  ],
  [
    "an animation of a script without an end",
    `box.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1000, iterations: Infinity })`,
  ],
  [
    "a transition that a script starts",
    `box.style.cssText = "opacity: 0; transition: opacity 1s"; box.getBoundingClientRect(); box.style.opacity = 1`,
  ],
  [
    "a transition whose end starts the next one",
    `box.style.cssText = "opacity: 0; transition: opacity 1s"; box.getBoundingClientRect(); box.style.opacity = .5;
     box.ontransitionend = () => { box.style.opacity = 1 }`,
  ],
  [
    "an animation in a shadow tree",
    `box.attachShadow({ mode: "open" }).innerHTML = "<style>@keyframes in { from { opacity: 0 } } p { margin: 0; height: 60px; background: green; animation: in 1s }</style><p>"; box.style.background = "none"`,
  ],
])("%s is printed at its end", async (_, script) => {
  expect(await coloursOf(`<div id="box"></div><script>${script}</script>`, { javascript: true })).toEqual([
    "green",
    "green",
  ]);
});
