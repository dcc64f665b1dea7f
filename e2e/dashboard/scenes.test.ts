import { expect, jest, test } from "@jest/globals";
import { isProof } from "@platen/testing";
import { startForFile } from "@platen/testing/start-for-file";
import { accessibilityViolations, type Scheme } from "./accessibility.ts";
import { openScenes, type Scene } from "./scenes.ts";
import { startDemo } from "./start-demo.ts";

jest.setTimeout(600_000);

const demo = startForFile(startDemo, ({ stop }) => stop());

/** Scenes whose components another scene shows too. `npm run proof` checks them. */
const shownElsewhere = `
  translations-export translation-key-remove snippet-conflict viewer-translations viewer-document viewer-editor
  batch-new batch-delete compare-same editor-design-text editor-formats-code editor-library-snippet
  editor-library-picture editor-library-drop editor-library-brand not-found editor-design-alone snippet-delete-refused assets-empty
  snippets-empty versions-empty asset-uses editor-design-layers editor-design-words
  editor-design-table editor-design-missing editor-texts-languages
  batch-new-workbook asset-crop snippet-update translation-language-new template-use-it document-remade menu
`
  .trim()
  .split(/\s+/);

/** Scenes of different kinds that are checked in dark too, as their colours are those of all. `npm run proof` checks all. */
const alsoInDark =
  "sign-in-refused templates documents document-failed batch settings brand translations compare editor-design editor-publish".split(
    " ",
  );

function schemesFor(name: string): Scheme[] {
  return isProof || alsoInDark.includes(name) ? ["light", "dark"] : ["light"];
}

/** Shows scenes one after another, and returns what is wrong in each. A scene that fails does not hide the others. */
async function problemsIn(lane: readonly Scene[]): Promise<[name: string, problems: string[]][]> {
  const problems: [string, string[]][] = [];
  for (const { name, visitor, show } of lane) {
    if (!isProof && shownElsewhere.includes(name)) continue;
    const found = await show().then(
      () => accessibilityViolations(visitor.page, schemesFor(name)),
      (error: unknown) => [String(error)],
    );
    found.push(...visitor.takeErrors());
    if (found.length > 0) problems.push([name, found]);
  }
  return problems;
}

test("each page, dialog and state opens, raises no error and has no serious accessibility violation", async () => {
  const { lanes, close } = await openScenes(demo);
  expect(lanes.flat().map(({ name }) => name)).toEqual(expect.arrayContaining([...shownElsewhere, ...alsoInDark]));
  const problems = await Promise.all(lanes.map(problemsIn));
  await close();
  expect(problems.flat()).toEqual([]);
});

test.each(["/docs", "/docs/documents", "/docs/guides/batches"])(
  "%s of the documentation has no serious accessibility violation, light and dark",
  async (path) => {
    const { platen, visitor } = demo;
    await visitor.page.goto(`${platen.baseUrl}${path}`);
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    expect(visitor.takeErrors()).toEqual([]);
  },
);
