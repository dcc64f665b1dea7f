import { readFileSync } from "node:fs";
import { pdfPictures, pdfText } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

const guide = readFileSync(new URL("../../../docs/templates.md", import.meta.url), "utf8");
const recipes = guide.slice(guide.indexOf("### Recipes for pages"), guide.indexOf("## Brand"));
const blocks = [...recipes.matchAll(/^```(?:css|html)\n(.*?)^```/gms)].map(([, block = ""]) => block);
const [numbers = "", cover = "", foot = "", total = "", borders = "", band = ""] = blocks;

const part = (text: string) => `<section style="break-after: page">${text}</section>`;
const table = (rows: number, rest: string) =>
  `<table><thead><tr><th>Head</thead><tbody>${"<tr><td>row".repeat(rows)}${rest}</table>`;

async function print(css: string, body: string, settings = {}) {
  const html = `<!doctype html><style>${css} @page { size: A6; margin: 15mm }</style>${body}`;
  const { pdf } = await engine.printHtml(html, { settings });
  return { pdf, pages: (await pdfText(pdf)).map((page) => page.split(/\s+/).join(" ")) };
}

test.each([
  ["page numbers that begin with 12", numbers, part("a") + part("b") + "c", ["12 a", "13 b", "14 c"]],
  [
    "a cover of two pages that does not count",
    cover,
    `<div class="cover">${part("cover")}imprint</div>${part("a")}b`,
    ["cover", "imprint", "1 a", "2 b"],
  ],
  [
    "a foot of a table that stands once",
    `${foot} tr { height: 20mm }`,
    table(6, "<tfoot><tr><td>Total</tfoot>"),
    ["Head row row row row row", "Head row Total"],
  ],
  [
    "a total with the row before it",
    `${total} tr { height: 20mm }`,
    table(4, "<tr class=total><td>Total"),
    ["Head row row row", "Head row Total"],
  ],
])("the guide has %s", async (_, css, body, pages) => {
  expect((await print(css, body)).pages).toEqual(pages);
});

/** Whether a page has a line of the colour of the recipes across most of its width, at the lowest or the topmost mark. */
async function linesOf(pdf: Uint8Array): Promise<boolean[][]> {
  const pictures = await pdfPictures(pdf, { dpi: 96 });
  return pictures.map(({ width, height, rgba }) => {
    const marked = Array.from({ length: height }, (_row, y) =>
      Array.from({ length: width }).filter((_pixel, x) => {
        const at = (y * width + x) * 4;
        return (rgba[at] ?? 0) < 120 && (rgba[at + 2] ?? 0) < 200;
      }),
    ).map(({ length }) => length);
    const rows = marked.flatMap((count, y) => (count > 0 ? [y] : []));
    return [rows.slice(0, 2), rows.slice(-2)].map((ends) => ends.some((y) => (marked[y] ?? 0) > width / 3));
  });
}

test.each([
  ["a box", `<div class="box">${"<p>text".repeat(20)}</div>`],
  ["a table", `<table style="width: 100%">${'<tr><td style="height: 15mm">row'.repeat(10)}</table>`],
])("the guide closes the border of %s at a break", async (_, body) => {
  const closed = [true, true];
  expect(await linesOf((await print(borders, body)).pdf)).toEqual([closed, closed]);
});

test("the guide fills the band of a header up to the edge of the paper", async () => {
  const { pdf } = await print("", "<p>x", { header: band, margin: { top: "30mm" } });
  const [picture] = await pdfPictures(pdf, { dpi: 96 });
  expect([...(picture?.rgba.subarray(0, 3) ?? [])]).toEqual([0, 0x33, 0x66]);
});

test("what the guide says about numbers that begin again is so", async () => {
  const numbered = "@page { @bottom-right { content: counter(page) } }";
  const inFlow = `${numbered} b { counter-reset: page 1 }`;
  expect((await print(inFlow, part("a") + part("<b>b</b>") + "c")).pages).toEqual(["1 a", "2 b", "3 c"]);
});
