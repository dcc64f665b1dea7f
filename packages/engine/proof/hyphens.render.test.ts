import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onlyIf, pdfText, testChromiumPath } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

// Chromium reads dictionaries from the folder of its program. Debian's package has none, Google's builds have some.
const withoutDictionaries = onlyIf(
  await access(join(dirname(await testChromiumPath()), "hyphen-data")).then(
    () => false,
    () => true,
  ),
);

const engine = engineForFile();

/** The lines of a word in a column that is narrower than the word. */
async function linesOf(word: string): Promise<string[]> {
  const { pdf } = await engine.printHtml(
    `<!doctype html><html lang="en"><p style="font: 16px Arimo; width: 110px; hyphens: auto">${word}`,
  );
  return (await pdfText(pdf)).join("\n").split("\n");
}

test("a word breaks at its soft hyphens and shows a hyphen", async () => {
  expect(await linesOf("inter&shy;nation&shy;ali&shy;zation")).toEqual(["internationali‐", "zation"]);
});

withoutDictionaries(test)("a word without soft hyphens does not break, as docs/templates.md says", async () => {
  expect(await linesOf("internationalization")).toEqual(["internationalization"]);
});
