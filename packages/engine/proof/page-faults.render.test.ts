import type { PageSettings } from "@platen/contracts";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

const wide = '<div style="width: 1200px; background: red">Wide</div>';
const twoBreaks = '<div style="break-after: page"></div>'.repeat(2);
const none = { empty: [], shrunk: undefined };
const shrunkBy = (scale: number, page = 1, count = 1) => ({ empty: [], shrunk: { page, scale, count } });

test.each<[what: string, html: string, PageSettings, object]>([
  ["full size", "<p>Hello", {}, none],
  ["full size and margins", "<p>Hello", { margin: { top: "20mm", left: "20mm" } }, none],
  ["half size by the settings", "<p>Hello", { scale: 0.5 }, none],
  ["double size by the settings", "<p>Hello", { scale: 2, header: "<p>Head", margin: { top: "20mm" } }, none],
  ["a size of its own", "<style>@page { size: A5; margin: 10mm }</style><p>Hello", {}, none],
  ["a size of its own for some pages", "<style>@page a { size: A3 } b { page: a }</style><p>a<p><b>b</b>", {}, none],
  ["a small transformed element", '<p style="transform: scale(0.2)">Hello', {}, none],
  ["a small drawing", '<svg viewBox="0 0 1000 100" width="500"><text y="50">Hello</text></svg>', {}, none],
  ["a mask", '<p style="mask: linear-gradient(black, transparent); background: red; height: 2000px">a', {}, none],
  ["a zoomed document", '<body style="zoom: 0.8">Hello', {}, none],
  [
    "a code in a document that is too wide",
    `${wide}<svg xmlns="http://www.w3.org/2000/svg" class="code code-qr" viewBox="0 0 9 9" width="9mm"><path d="M0 0h9v9z"/></svg>`,
    {},
    shrunkBy(0.67),
  ],
  ["tags", "<p>Hello", { tagged: true }, none],
  ["content that is too wide", wide, {}, shrunkBy(0.67)],
  ["content that is too wide, on a coloured page", `<body style="background: #fee">${wide}`, {}, shrunkBy(0.67)],
  ["content that is too wide for a half size", '<div style="width: 3200px">Wide</div>', { scale: 0.5 }, shrunkBy(0.67)],
  ["content that is too wide beside a header", wide, { header: "<p>Head", margin: { top: "20mm" } }, shrunkBy(0.67)],
  [
    "content that is too wide on one of its pages",
    `<p>a${twoBreaks}${wide}`,
    {},
    { empty: [2], shrunk: { page: 1, scale: 0.67, count: 2 } },
  ],
  ["two breaks in a row", `<p>a${twoBreaks}<p>b`, {}, { empty: [2], shrunk: undefined }],
  ["two breaks in a row and a header", `<p>a${twoBreaks}<p>b`, { header: "<b style='font-size: 9px'>Head</b>" }, none],
  ["a break after its end", '<p style="break-after: page">a<p>', {}, { empty: [2], shrunk: undefined }],
  ["nothing", " ", {}, { empty: [1], shrunk: undefined }],
  [
    "ten pages without text",
    '<p style="height: 10000px">a',
    {},
    { empty: [2, 3, 4, 5, 6, 7, 8, 9], shrunk: undefined },
  ],
  ["more pages than are read", '<p style="height: 20000px">a', {}, none],
])("the faults of pages with %s", async (_what, html, settings, faults) => {
  const text = `<!doctype html><html lang="en"><title>t</title>${html}`;
  const { pageFaults } = await engine.printHtml(text, { settings });
  expect(pageFaults).toEqual(faults);
});
