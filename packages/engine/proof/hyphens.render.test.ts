import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pdfText, testChromiumPath } from "@platen/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

// Chromium looks for dictionaries beside its program. Debian's has none, builds of Google's have some.
const hasDictionaries = await access(join(dirname(await testChromiumPath()), "hyphen-data")).then(
  () => true,
  () => false,
);

let browser: TestEngine;

beforeAll(async () => {
  browser = await startTestEngine();
});

afterAll(() => browser.close());

/** The lines of a word in a column that is too narrow for it. */
async function linesOf(word: string): Promise<string[]> {
  const { pdf } = await browser.printHtml(
    `<!doctype html><html lang="en"><p style="font: 16px Arimo; width: 110px; hyphens: auto">${word}`,
  );
  return (await pdfText(pdf)).join("\n").split("\n");
}

test("a word breaks at its soft hyphens, with a hyphen", async () => {
  expect(await linesOf("inter&shy;nation&shy;ali&shy;zation")).toEqual(["internationali‐", "zation"]);
});

(hasDictionaries ? test.skip : test)(
  "a word without soft hyphens does not break, as docs/templates.md says",
  async () => {
    expect(await linesOf("internationalization")).toEqual(["internationalization"]);
  },
);
