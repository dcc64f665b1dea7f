import type { PageSettings } from "@platen/contracts";
import { squarePng } from "./square-png.ts";

/** A template with data that tries to take all time or memory. */
export type ExhaustingDocument = {
  name: string;
  html: string;
  data?: Record<string, unknown>;
  settings?: PageSettings;
};

const hundred = Array.from({ length: 100 }, (_, index) => index);
const ten = hundred.slice(0, 10);
/** Nested sections of a list around a content, each of which repeats it. */
const repeated = (list: string, levels: number, content: string) =>
  `{{#${list}}}`.repeat(levels) + content + `{{/${list}}}`.repeat(levels);
const javascript = { javascript: true };

export const exhaustingDocuments: readonly ExhaustingDocument[] = [
  { name: "an endless loop", html: "<p>x</p><script>while (true) {}</script>", settings: javascript },
  {
    name: "endless timers",
    html: `<p>x</p><script>
      window.platenReady = new Promise(() => {});
      const fire = () => { setTimeout(fire); setTimeout(fire); document.body.append("x"); };
      fire();
    </script>`,
    settings: javascript,
  },
  {
    name: "a table of 100,000 rows",
    html: `<style>td { border: 1px solid }</style><table>${repeated("ten", 5, "<tr><td>{{.}}<td>Widget<td>12.50<td>x</tr>")}</table>`,
    data: { ten },
  },
  { name: "10,000,000 pixels of height", html: '<div style="height: 10000000px; background: red">x</div>' },
  {
    name: "50,000 nested elements in columns",
    html: `<style>div { columns: 2; column-fill: balance; padding: 1px }</style>${"<div>".repeat(50_000)}x`,
  },
  {
    name: "a sheet of paper 10 km wide",
    html: "<style>@page { size: 10000000mm 10000000mm }</style><div style='height: 100vh; background: linear-gradient(red, blue)'>x</div>",
  },
  {
    name: "10,000 pictures as data URLs",
    html: `<style>img { width: 700px; height: 900px; filter: blur(20px) }</style>${repeated("ten", 4, '<img src="data:image/svg+xml,<svg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 9 9%27><rect id=%27{{.}}%27 width=%279%27 height=%279%27/></svg>">')}`,
    data: { ten },
  },
  {
    name: "chains of 10,000 SVG filters",
    html: repeated(
      "ten",
      1,
      `<svg width="4000" height="4000"><filter id="f{{.}}" x="-1" y="-1" width="3" height="3">${'<feTurbulence baseFrequency="0.9" numOctaves="99"/><feGaussianBlur stdDeviation="99"/>'.repeat(500)}</filter><rect width="4000" height="4000" filter="url(#f{{.}})"/></svg>`,
    ),
    data: { ten },
  },
  {
    name: "a grid of 1,000,000 tracks",
    html: `<style>main { display: grid; grid-template: repeat(1000000, auto) / repeat(1000000, auto) } p { grid-area: 1 / 1 / 1000000 / 1000000 }</style><main>${repeated("ten", 3, "<p>x</p>")}</main>`,
    data: { ten },
  },
  {
    name: "30,000 invalid fonts",
    html: `<style>${repeated("ten", 4, '@font-face { font-family: f; font-weight: {{.}}; src: url("data:font/ttf;base64,AAEA{{.}}A==") }'.repeat(3))}</style>${repeated("hundred", 2, '<b style="font: {{.}} 20px f">x</b>')}`,
    data: { ten, hundred },
  },
  {
    name: "a picture of 30,000 × 30,000 pixels",
    html: '<img src="data:image/png;base64,{{{picture}}}" style="width: 30000px; height: 30000px; mix-blend-mode: difference">',
    // A small file with 3.6 GB of pixels.
    data: { picture: squarePng(30_000, 1, (length) => Buffer.alloc(length)).toString("base64") },
  },
  { name: "Mustache that writes 100,000,000 letters", html: repeated("hundred", 4, "x"), data: { hundred } },
];
