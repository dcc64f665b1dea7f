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
  sign-in project-not-found api-key-new api-key-actions member-invite template-import templates-no-match
  version-not-found documents-no-match document-delivery-waiting settings-kept-pdfs settings-secret-new asset-actions
  translations-export editor-design-heading editor-design-row editor-formats-repetition editor-code-mistake
  editor-texts-empty editor-preview editor-use-it translations-search translations-mistake translations-fault
  translation-key-remove translation-import-refused asset-rename snippet-conflict viewer-version viewer-translations
  viewer-document viewer-editor documents-refused-empty batch-waiting batch-new batch-delete batch-new-refused
  version-source compare-same editor-design-text editor-design-column editor-formats-condition editor-formats-code
  editor-library-snippet editor-library-picture editor-library-drop editor-unsaved-changes editor-preview-mistake
  editor-library-brand not-found api-key-revoke template-delete version-restore snippet-delete-refused assets-empty
  snippets-empty translations-empty versions-empty batches-empty documents-empty snippet-new invitation-incomplete
  asset-uses document-waiting editor-design-words viewer-templates editor-design-paste-data editor-design-layers
  editor-design-translatable editor-formats-picker editor-preview-warnings editor-lent-data batch-new-workbook
  asset-crop snippet-update translation-language-new template-import-refused template-new-refused template-use-it
  document-remade asset-delete-refused
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
