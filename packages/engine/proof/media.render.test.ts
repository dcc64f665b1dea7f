import { pdfText } from "@platen/testing";
import type { PageSettings } from "@platen/contracts";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

let engine: TestEngine;

beforeAll(async () => {
  // With one page, which prints all documents without scripts in sequence.
  engine = await startTestEngine({ concurrency: 1 });
});

afterAll(() => engine.close());

const screen: PageSettings = { media: "screen" };
const html = `<!doctype html><title>t</title>
  <style>@page { margin: 10mm } b::after { content: "neither" } @media print { b::after { content: "paper" } } @media screen { b::after { content: "screen" } }</style>
  <style media="screen">i::after { content: "by attribute" }</style>
  <link rel="stylesheet" media="screen" href="data:text/css,u::after { content: 'by link' }">
  <p><b></b> <i></i> <u></u> <s></s><script>document.querySelector("s").textContent = matchMedia("screen").matches</script>`;

const printed = (settings: PageSettings, source = html) => engine.printHtml(source, { settings });

async function textOf(settings: PageSettings, source?: string): Promise<string> {
  return (await pdfText((await printed(settings, source)).pdf)).join(" ").replace(/\s+/g, " ");
}

describe("the styles of a printed document", () => {
  test.each<[PageSettings, string]>([
    [{}, "paper"],
    [{ media: "print" }, "paper"],
    [screen, "screen by attribute by link"],
    [{ javascript: true }, "paper false"],
    [{ ...screen, javascript: true }, "screen by attribute by link true"],
    [{ ...screen, tagged: true, header: "<b>head</b>" }, "screen by attribute by link head"],
  ])("with %j are %s", async (settings, text) => {
    expect(await textOf(settings)).toBe(text);
  });

  test("are screen styles while pages and margins follow @page", async () => {
    const source = `${html}<style>@page { size: 100mm 80mm } p { break-after: page }</style><p>second`;
    const [asScreen, asPaper] = [await printed(screen, source), await printed({}, source)];
    expect(asScreen.pageCount).toBe(2);
    expect(asScreen.pageCount).toBe(asPaper.pageCount);
    expect(asScreen.pdf.equals(asPaper.pdf)).toBe(false);
  });
});

test.each([
  ["that is laid out once", "<!doctype html><title>t</title><style>@media screen { p { color: red } }</style><p>x"],
  ["that needs its layout for the screen", html],
])("a document %s is printed the same after documents with other styles", async (_, source) => {
  const expected = { print: (await printed({}, source)).pdf, screen: (await printed(screen, source)).pdf };
  expect(expected.print.equals(expected.screen)).toBe(false);
  for (const media of ["print", "screen", "screen", "print", "print", "screen", "print"] as const) {
    expect((await printed({ media }, source)).pdf.equals(expected[media])).toBe(true);
  }
});
