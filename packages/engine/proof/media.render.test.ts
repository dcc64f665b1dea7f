import type { PageSettings } from "@platen/contracts";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

// With one page, which prints all documents without scripts in sequence.
const engine = engineForFile({ concurrency: 1 });

const html = `<!doctype html><title>t</title>
  <style>@page { margin: 10mm } b::after { content: "neither" } @media print { b::after { content: "paper" } } @media screen { b::after { content: "screen" } }</style>
  <style media="screen">i::after { content: "by attribute" }</style>
  <link rel="stylesheet" media="screen" href="data:text/css,u::after { content: 'by link' }">
  <p><b></b> <i></i> <u></u> <s></s><script>document.querySelector("s").textContent = matchMedia("screen").matches</script>`;

const printed = (settings: PageSettings, source = html) => engine.printHtml(source, { settings });

test.each([
  ["that is laid out once", "<!doctype html><title>t</title><style>@media screen { p { color: red } }</style><p>x"],
  ["that needs its layout for the screen", html],
])("a document %s is printed the same after documents with other styles", async (_, source) => {
  const expected = { print: (await printed({}, source)).pdf, screen: (await printed({ media: "screen" }, source)).pdf };
  expect(expected.print.equals(expected.screen)).toBe(false);
  for (const media of ["print", "screen", "screen", "print", "print", "screen", "print"] as const) {
    expect((await printed({ media }, source)).pdf.equals(expected[media])).toBe(true);
  }
});
