import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "./test-engine.ts";
import { withSingleLayout } from "../src/printing/single-layout.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC";
const drawing =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Crect width='40' height='40' fill='green'/%3E%3C/svg%3E";

// Documents that a single layout could change: the first layouts may matter to them, or load parts of them.
const documents = {
  "text in several pages": `<p>${"word ".repeat(5_000)}`,
  "images of backgrounds, borders, lists and masks": `<style>div{width:100px;height:100px;background:url("${drawing}"),url(${dot})} li{list-style-image:url(${dot})} b{display:block;width:90px;height:90px;background:red;mask-image:url("${drawing}")} i{display:block;border:20px solid;border-image:url(${dot}) 3}</style><div></div><ul><li>x</ul><b></b><i>t</i>`,
  "an image that only print shows": `<style>@media print{div{width:100px;height:100px;background:url("${drawing}#print")}}</style><div></div>`,
  "a first page with a name":
    "<style>@page wide{size:A4 landscape;margin:1cm} @page{size:A5;margin:2cm} .wide{page:wide}</style><p class=wide>one<p>two<p class=wide>three",
  "a first page of its own":
    "<style>@page:first{size:A3;margin:3cm} @page{size:A5;margin:2cm}</style><p>one<p style='break-before:page'>two",
  "rules by width and orientation":
    "<style>@media (orientation:landscape){@page{size:A5}p{color:red}} @media (max-width:700px){p{font-size:40px}}</style><p>x",
  "content wider than the paper": "<div style='width:3000px;background:red'>wide</div>",
  "sizes of the viewport": "<div style='height:50vh;width:50vw;background:blue'></div>",
  "fixed content": "<p style='position:fixed;bottom:0'>foot</p><div style='height:3000px'>x</div>",
  "page counters": `<style>@page{@bottom-center{content:counter(page) "/" counter(pages)}}</style>${"<p>line".repeat(200)}`,
  columns: `<div style='columns:3'>${"word ".repeat(900)}</div>`,
  "content-visibility of its own":
    "<style>:root{content-visibility:auto}</style><section style='content-visibility:auto'>x</section>",
  "a style after a comment and a title":
    "<!-- a --><style>p:first-of-type{color:red}style:first-of-type{color:blue}</style><p>x<p>y",
};

test.each(Object.entries(documents))(
  "a single layout prints the same bytes as all layouts: %s",
  async (_name, content) => {
    const once = `<!doctype html><title>t</title>${content}`;
    // The comment makes the engine keep the layout for the screen.
    const forScreen = `${once}<!-- 599px -->`;
    expect([withSingleLayout(once) === undefined, withSingleLayout(forScreen) === undefined]).toEqual([false, true]);
    const [first, second] = [await engine.printHtml(once), await engine.printHtml(forScreen)];
    expect(second.pdf.equals(first.pdf)).toBe(true);
  },
);

test("concurrent documents do not mix, although the engine does not wait between loading and printing", async () => {
  const documentsOfBothKinds = Array.from(
    { length: 60 },
    (_, index) => `<p>${"x".repeat(1 + (index % 30))}${index % 2 ? "" : "<!-- 599px -->"}`,
  );
  const printedBytes = async (html: string) => (await engine.printHtml(html)).pdf.toString("latin1");
  const expected = new Map<string, string>();
  for (const html of documentsOfBothKinds) expected.set(html, await printedBytes(html));
  const together = await Promise.all(documentsOfBothKinds.map(printedBytes));
  expect(together).toEqual(documentsOfBothKinds.map((html) => expected.get(html)));
  expect(new Set(together).size).toBe(30);
});
