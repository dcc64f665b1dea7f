import type { PageSettings } from "@platen/contracts";
import { describe, expect, test } from "@jest/globals";
import { noFaults } from "../src/pdf/page-faults.ts";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

async function faultsOf(html: string, settings: PageSettings = {}) {
  const text = `<!doctype html><html lang="en"><title>t</title>${html}`;
  return (await engine.printHtml(text, { settings })).pageFaults;
}

const wide = '<div style="width: 1200px; background: red">Wide</div>';
const twoBreaks = '<div style="break-after: page"></div>'.repeat(2);
const none = noFaults;
const empty = (...pages: number[]) => ({ ...none, empty: pages });
const shrunkTo = (scale: number, page = 1, count = 1) => ({ ...none, shrunk: { page, scale, count } });
/** Printed as small as Chromium does, with the rest cut off. */
const cut = (element = "body div", page = 1, count = 1) => ({
  ...none,
  shrunk: { page: 1, scale: 0.67, count },
  cut: { page, element },
});
const svg = '<svg viewBox="0 0 9 9" width="9mm"><path d="M0 0h9v9z"/></svg>';
const red = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='9'/></svg>`;
const word = "f3a9c07b5e1d8642".repeat(12);
const row = `<table style="width: 100%"><tr><td class="text">${word}</td><td>12 pcs</td><td>1,240.50</td></tr></table>`;
const a5 = "<style>@page { size: A5; margin: 12mm } body { margin: 0; font: 10pt/1.4 Inter }</style>";

test.each<[what: string, html: string, PageSettings, object]>([
  ["full size", "<p>Hello", {}, none],
  ["full size and margins", "<p>Hello", { margin: { top: "20mm", left: "20mm" } }, none],
  ["half size by the settings", "<p>Hello", { scale: 0.5 }, none],
  ["double size by the settings", "<p>Hello", { scale: 2, header: "<p>Head", margin: { top: "20mm" } }, none],
  ["a size of its own", "<style>@page { size: A5; margin: 10mm }</style><p>Hello", {}, none],
  ["a size of its own for some pages", "<style>@page a { size: A3 } b { page: a }</style><p>a<p><b>b</b>", {}, none],
  ["a small transformed element", '<p style="transform: scale(0.2)">Hello', {}, none],
  ["a transformed body", '<body style="transform: scale(0.7); transform-origin: 0 0">Hello', {}, none],
  ["a small drawing", '<svg viewBox="0 0 1000 100" width="500"><text y="50">Hello</text></svg>', {}, none],
  [
    "nothing but a drawing as large as the page",
    '<style>@page { margin: 0 } body { margin: 0 }</style><svg viewBox="0 0 1000 1400" style="display: block; width: 210mm; height: 296mm"><rect width="1000" height="1400" fill="red"/><text y="50">Hello</text></svg>',
    {},
    none,
  ],
  ["a mask", '<p style="mask: linear-gradient(black, transparent); background: red; height: 2000px">a', {}, none],
  ["a zoomed document", '<body style="zoom: 0.8">Hello', {}, none],
  ["tags", "<p>Hello", { tagged: true }, none],
  ["content as wide as the page", '<style>body { margin: 0 }</style><div style="width: 210mm">a', {}, none],
  [
    "columns of a fixed height",
    '<div style="columns: 2; height: 500px">' + "<p>text of a column</p>".repeat(20),
    {},
    none,
  ],
  ["content that is a little too wide", '<div style="width: 900px; background: red">a', {}, shrunkTo(0.88)],
  ["a picture that is a little too wide", `<img style="width: 900px; height: 9px" src="${red}">`, {}, shrunkTo(0.88)],
  [
    "nothing but a picture that is too wide",
    `<img style="width: 1500px; height: 9px" src="${red}">`,
    {},
    cut("body img"),
  ],
  ["content that is too wide", wide, {}, cut()],
  ["a word that is too wide", a5 + row, {}, cut("table tbody tr td.text")],
  ["a word that is too wide beside a drawing", a5 + svg + row, {}, cut("table tbody tr td.text")],
  ["a word that is too wide beside many drawings", a5 + svg.repeat(100) + row, {}, cut("table tbody tr td.text")],
  [
    "a word that is too wide, and a transform",
    `${a5}<p style="transform: rotate(9deg)">a</p>${row}`,
    {},
    cut("table tbody tr td.text"),
  ],
  ["content that is too wide, on a coloured page", `<body style="background: #fee">${wide}`, {}, cut()],
  ["content that is too wide for a half size", '<div style="width: 3200px">Wide</div>', { scale: 0.5 }, cut()],
  ["content that is too wide beside a header", wide, { header: "<p>Head", margin: { top: "20mm" } }, cut()],
  [
    "content that is too wide above a long footer",
    wide,
    { footer: `<p style="font-size: 8px">${"Long words. ".repeat(300)}`, margin: { bottom: "60mm" } },
    cut(),
  ],
  [
    "content that is too wide beside a drawing and a header",
    svg + wide,
    { header: "<p>Head", margin: { top: "20mm" } },
    cut(),
  ],
  ["content that is too wide, with scripts", wide, { javascript: true }, cut()],
  [
    "content that is too wide for a landscape page",
    `<style>@page { size: A4 landscape; margin: 0 }</style><div style="width: 2000px">a`,
    {},
    cut(),
  ],
  [
    "a table without breaks",
    `<table><tr>${"<td style='white-space: nowrap'>a column of text without breaks</td>".repeat(9)}`,
    {},
    cut("table tbody tr td"),
  ],
  ["an element to the right of the page", '<p>a<div style="position: absolute; left: 2000px">b</div>', {}, cut()],
  [
    "content that is too wide on one of its pages",
    `<p>a${twoBreaks}${wide}`,
    {},
    { ...cut("body div", 3, 2), empty: [2] },
  ],
  [
    "content that is too wide on page 25",
    `${"<p style='break-after: page'>a".repeat(24)}${row}`,
    {},
    cut("table tbody tr td.text", 25, 25),
  ],
  [
    "content that is too wide for a page of its own",
    `<style>@page a { size: A6 } div { page: a }</style><p>a</p><div>${row}</div>`,
    {},
    cut("table tbody tr td.text", 2, 2),
  ],
  [
    "content that stays wider than any page",
    '<p>a<div style="width: 110%; text-align: right">1,240.50',
    {},
    { ...shrunkTo(0.92), cut: { page: 1, element: "body div" } },
  ],
  [
    "padding that stays beside any page",
    '<body style="margin: 0"><div style="width: 100%; padding-right: 50px">a',
    {},
    shrunkTo(0.94),
  ],
  [
    "a word from right to left",
    `<html dir="rtl"><p>${word}${word}`,
    {},
    { ...none, cut: { page: 1, element: "body p" } },
  ],
  [
    "a word in a box that grows towards the left",
    `<p>a<p style="float: right">${word}`,
    {},
    { ...none, cut: { page: 1, element: "body p" } },
  ],
  ["text from right to left", `<html dir="rtl"><p>שלום`, {}, none],
  [
    "a wide page among narrow ones, with boxes that may hide text",
    `<style>@page a { size: A4 landscape; margin: 0 } table { page: a; width: 1000px; text-align: right } p { overflow: hidden; max-height: 9em }</style><p>a</p><table><tr><td>a<td>1,240.50</table>`,
    {},
    none,
  ],
  ["two breaks in a row", `<p>a${twoBreaks}<p>b`, {}, empty(2)],
  ["two breaks in a row and a header", `<p>a${twoBreaks}<p>b`, { header: "<b style='font-size: 9px'>Head</b>" }, none],
  ["a break after its end", '<p style="break-after: page">a<p>', {}, empty(2)],
  ["nothing", " ", {}, empty(1)],
  [
    "twenty pages without text",
    '<p style="height: 20000px">a',
    {},
    empty(...Array.from({ length: 17 }, (_, index) => index + 2)),
  ],
])("the faults of pages with %s", async (_what, html, settings, faults) => {
  expect(await faultsOf(html, settings)).toEqual(faults);
});

describe("text that a box hides", () => {
  const box = (style: string, content: string) => `<div class="box" style="width: 200px; ${style}">${content}</div>`;
  const lines = "<p>a line of text</p>".repeat(20);
  const hidden = { ...none, cutTexts: { page: 1, element: "body div.box", count: 1 } };

  test.each([
    ["more lines than it has room for", box("height: 100px; overflow: hidden", lines)],
    ["a word wider than it", box("overflow: hidden", word)],
    [
      "a text without breaks",
      box("overflow: hidden; white-space: nowrap", "a text that is longer than its box is wide"),
    ],
    [
      "a table wider than its wrapper",
      box("overflow-x: auto", `<table><tr><td style="min-width: 400px">a<td>1,240.50`),
    ],
    ["a word in a clipped box", box("overflow: clip", word)],
    ["a box of fixed size around another", box("height: 40px; overflow: hidden", `<div>${lines}</div>`)],
  ])("is a fault: %s", async (_what, html) => {
    expect(await faultsOf(html)).toEqual(hidden);
  });

  test.each([
    ["text that fits", box("height: 100px; overflow: hidden; border-radius: 8px", "<p>a")],
    ["a line as high as its box", box("height: 14px; line-height: 14px; overflow: hidden", "a line")],
    ["floats", box("overflow: hidden", '<p style="float: left">a<p style="float: right">b')],
    [
      "text for screen readers",
      '<style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0,0,0,0); white-space: nowrap }</style><p>a<span class="sr">hidden text</span>',
    ],
    [
      "an ellipsis",
      box(
        "overflow: hidden; white-space: nowrap; text-overflow: ellipsis",
        "a text that is longer than its box is wide",
      ),
    ],
    [
      "a line clamp",
      box(
        "display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden",
        "a text that is longer than its box. ".repeat(9),
      ),
    ],
    ["a picture in place of text", box("height: 40px; overflow: hidden; text-indent: -9999px", "Company<hr>")],
    ["a cropped picture", box("height: 40px; overflow: hidden", '<div style="height: 400px; background: red"></div>')],
    [
      "a turned watermark",
      box("height: 200px; overflow: hidden", '<p style="transform: rotate(-45deg); font-size: 60px">DRAFT'),
    ],
    [
      "content that is placed beside its box",
      box("height: 20px; overflow: hidden", '<p style="position: absolute; top: 300px">a'),
    ],
    [
      "text that no reader sees",
      box("height: 20px; overflow: hidden", `a<div style="visibility: hidden">${lines}</div>`),
    ],
    [
      "text far outside the page",
      `<style>b { overflow: hidden }</style><p style="position: absolute; left: -9999px">hidden</p><b>a`,
    ],
    [
      "a body of fixed size that holds its content",
      "<style>@page { margin: 0 } body { height: 296mm; overflow: hidden; margin: 0 }</style>a",
    ],
  ])("is not seen in %s", async (_what, html) => {
    expect(await faultsOf(html)).toEqual(none);
  });

  test("is a fault of a body that hides what the page of its document does not", async () => {
    const styles = "<style>html, body { height: 100%; margin: 0; overflow: hidden }</style>";
    const cutTexts = { page: 1, element: "body", count: 1 };
    expect(await faultsOf(styles + lines.repeat(3))).toEqual({ ...none, cutTexts });
  });

  test("is not looked for in a document whose scripts lay it out", async () => {
    expect(await faultsOf(box("height: 100px; overflow: hidden", lines), { javascript: true })).toEqual(none);
  });

  test("is told with its page", async () => {
    const html = `${"<p style='break-after: page'>a".repeat(6)}${box("height: 100px; overflow: hidden", lines)}`;
    expect(await faultsOf(html)).toEqual({ ...none, cutTexts: { page: 7, element: "body div.box", count: 1 } });
  });
});

test.each<[what: string, PageSettings]>([
  ["a tagged document with an outline", { tagged: true, outline: true }],
  ["a document with margins of fractions of a point", { margin: { top: "1.3mm", left: "7.7mm" } }],
  ["a document of which some pages are printed", { pageRanges: "3-8" }],
])("the page of what is cut off is that of the PDF: %s", async (_what, settings) => {
  const html = `${"<h2>b</h2><p style='break-after: page'>a".repeat(6)}${row}`;
  const page = settings.pageRanges === undefined ? 7 : 5;
  expect((await faultsOf(html, settings)).cut).toEqual({ page, element: "table tbody tr td.text" });
});

test("looking for cut content leaves the next document as it is", async () => {
  const next = "<!doctype html><title>t</title><style>@media (width: 794px) { p { color: red } }</style><p>Hello";
  const alone = await engine.printHtml(next, { projectId: "prj_b" });
  await faultsOf(`<div style="overflow: hidden; width: 99px">${word}`);
  expect((await engine.printHtml(next)).pdf.equals(alone.pdf)).toBe(true);
});
