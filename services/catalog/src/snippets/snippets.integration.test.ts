import { beforeEach, describe, expect, test } from "@jest/globals";
import { createId, type RequestOf } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { queryRows } from "../database/rows.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { problemOf, type TestAccount } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

let owner: TestAccount;
let params: { projectId: string };
beforeEach(async () => {
  owner = await catalog.createAccount();
  params = { projectId: await catalog.createProject(owner) };
});

const createSnippet = (name: string, html: string, css = "") =>
  owner.call(operations.createSnippet, { params, body: { name, html, css } });
const saveSnippet = (snippetId: string, body: RequestOf<typeof operations.saveSnippet>["body"]) =>
  owner.call(operations.saveSnippet, { params: { ...params, snippetId }, body });
const deleteSnippet = (snippetId: string) => owner.call(operations.deleteSnippet, { params: { ...params, snippetId } });
const usesOf = (snippetId: string) => owner.call(operations.getSnippetUses, { params: { ...params, snippetId } });

async function createTemplate(name: string, html: string) {
  const { template, draft } = await owner.call(operations.createTemplate, {
    params,
    body: { name, html, css: "p {}" },
  });
  const { templateId } = template;
  const inTemplate = { ...params, templateId };
  const of = (version: string) => ({ ...inTemplate, version });
  return {
    templateId,
    draft,
    save: (revision: number, changed: string) =>
      owner.call(operations.saveDraft, {
        params: inTemplate,
        body: { html: changed, css: "", settings: {}, dataSets: draft.dataSets, revision },
      }),
    publish: (revision = 1) => owner.call(operations.publishDraft, { params: inTemplate, body: { revision } }),
    republish: (version: string) => owner.call(operations.republishVersion, { params: of(version) }),
    restore: (version: string, revision: number) =>
      owner.call(operations.restoreVersion, { params: of(version), body: { revision } }),
    getVersion: (version: string) => owner.call(operations.getVersion, { params: of(version) }),
    preview: (body: object = {}) => owner.call(operations.openPreview, { params: inTemplate, body }),
    previewVersion: (version: number) =>
      owner.call(operations.openStoredPreview, { params: inTemplate, body: { version } }),
  };
}

/** The source that a worker gets. */
function sourceOf(sourceId: string) {
  const claims = { documentId: createId("document"), projectId: params.projectId, sourceId, preview: true };
  return catalog.withBearer(catalog.grant(claims))(operations.getTemplateSource, { params: { sourceId } });
}

test("a version prints its snippets as they were, whatever becomes of them, until it is published again", async () => {
  const letterhead = await createSnippet("letterhead", "<b>ACME</b>\n", "b {}");
  const html = "{{> letterhead }}\n<p>{{ number }}</p>";
  const template = await createTemplate("Invoice", html);
  await template.publish();
  const { sourceId } = await template.previewVersion(1);
  const first = await sourceOf(sourceId);
  expect(first).toMatchObject({ html: "<b>ACME</b>\n<p>{{ number }}</p>", css: "b {}\np {}", dialect: 2 });
  expect(await template.getVersion("1")).toMatchObject({ html, css: "p {}", settings: {} });

  const { revision } = await saveSnippet(letterhead.snippetId, { html: "<i>ACME</i>", css: "", revision: 1 });
  expect(revision).toBe(2);
  expect(await usesOf(letterhead.snippetId)).toEqual({
    templates: [
      { templateId: template.templateId, name: "Invoice", isInDraft: true, currentVersion: 1, isCurrent: false },
    ],
    snippets: [],
  });
  expect(await sourceOf((await template.preview()).sourceId)).toMatchObject({ html: "<i>ACME</i><p>{{ number }}</p>" });

  expect(await template.republish("1")).toMatchObject({ version: 2, publishedBy: { email: owner.email } });
  expect(await template.getVersion("2")).toMatchObject({ html, css: "p {}" });
  const second = await sourceOf((await template.previewVersion(2)).sourceId);
  expect(second).toMatchObject({ html: "<i>ACME</i><p>{{ number }}</p>", css: "p {}" });
  expect((await usesOf(letterhead.snippetId)).templates).toMatchObject([{ currentVersion: 2, isCurrent: true }]);
  expect(await problemOf(template.republish("1"))).toMatchObject({ code: "template.edit_conflict", status: 409 });

  await template.save(1, "<p></p>");
  await deleteSnippet(letterhead.snippetId);
  expect(await sourceOf(sourceId)).toEqual(first);

  const restored = await template.restore("1", 2);
  expect(restored).toMatchObject({
    html,
    warnings: [{ path: "html", line: 1, column: 1, message: 'The project has no snippet "letterhead".' }],
  });
  expect(await problemOf(template.publish(3))).toMatchObject({ code: "template.syntax_invalid" });
});

test("what a worker gets says where each tag was written", async () => {
  await createSnippet("address", "<p>\n  {{ name }}\n</p>\n");
  const template = await createTemplate("Letter", "<div>\n  {{> address }}\n</div>{{ text }}");
  const { html, places } = await sourceOf((await template.preview()).sourceId);
  expect(html).toBe("<div>\n  <p>\n    {{ name }}\n  </p>\n</div>{{ text }}");
  expect(places?.["html"]).toEqual({
    parts: ["html", "snippets.address.html"],
    runs: [
      [0, 0, 1, 1, 0],
      [8, 1, 1, 1, 2],
      [html.indexOf("</div>"), 0, 3, 1, 0],
    ],
  });
});

describe("a snippet in use", () => {
  test("is not deleted or renamed while a draft or another snippet uses it, and the answer names them", async () => {
    const { snippetId } = await createSnippet("total", "<b>{{ total }}</b>");
    await createSnippet("table", "{{> total }}");
    const template = await createTemplate("Invoice", "{{< total }}{{/ total }}");
    const renaming = saveSnippet(snippetId, { name: "sum", html: "x", css: "", revision: 1 });
    for (const refused of [deleteSnippet(snippetId), renaming]) {
      expect(await problemOf(refused)).toMatchObject({
        code: "snippet.in_use",
        status: 409,
        message: expect.stringContaining('"Invoice", "table" use it'),
        details: [
          { path: "snippetId", message: 'is used by the draft of the template "Invoice"' },
          { path: "snippetId", message: 'is used by the snippet "table"' },
        ],
      });
    }
    await template.save(1, "none");
    await deleteSnippet(
      (await owner.call(operations.listSnippets, { params, query: {} })).snippets[0]?.snippetId ?? "",
    );
    await saveSnippet(snippetId, { name: "sum", html: "x", css: "", revision: 1 });
    await deleteSnippet(snippetId);
    expect(await problemOf(usesOf(snippetId))).toMatchObject({ code: "snippet.not_found", status: 404 });
  });

  test("is listed with the templates that use it, through other snippets too", async () => {
    const total = await createSnippet("total", "x");
    await createSnippet("table", "{{> total }}");
    const first = await createTemplate("First", "{{> table }}");
    await first.publish();
    await first.save(1, "none");
    await createTemplate("Second", "{{# a }}{{> total }}{{/ a }}");
    await createTemplate("Third", "none");
    const query = { sort: "name:desc" } as const;
    expect(await owner.call(operations.listSnippets, { params, query })).toMatchObject({
      snippets: [
        { name: "total", templateCount: 2, revision: 1, savedBy: { email: owner.email } },
        { name: "table", templateCount: 1 },
      ],
      pagination: { total: 2 },
    });
    expect(await owner.call(operations.listSnippets, { params, query: { search: "OTA" } })).toMatchObject({
      snippets: [{ name: "total" }],
    });
    expect(await usesOf(total.snippetId)).toMatchObject({
      templates: [
        { name: "First", isInDraft: false, currentVersion: 1, isCurrent: true },
        { name: "Second", isInDraft: true, currentVersion: null, isCurrent: true },
      ],
      snippets: ["table"],
    });
  });
});

test("of two saves of the same revision one fails, and names who saved", async () => {
  const { snippetId } = await createSnippet("note", "x");
  const other = await catalog.createMember(params.projectId, "editor");
  await other.call(operations.saveSnippet, {
    params: { ...params, snippetId },
    body: { html: "y", css: "", revision: 1 },
  });
  expect(await problemOf(saveSnippet(snippetId, { html: "z", css: "", revision: 1 }))).toMatchObject({
    code: "snippet.edit_conflict",
    message: `${other.email} saved the snippet after you loaded it. Load the snippet again.`,
    details: [{ path: "revision", message: "must be 2, the snippet's current revision" }],
  });
  expect(await owner.call(operations.getSnippet, { params: { ...params, snippetId } })).toMatchObject({
    html: "y",
    revision: 2,
    savedBy: { accountId: other.accountId },
  });
});

test("another project neither sees nor uses a snippet, and its own of the same name is another one", async () => {
  const { snippetId } = await createSnippet("letterhead", "mine");
  await createTemplate("Invoice", "{{> letterhead }}");
  const stranger = await catalog.createAccount();
  const theirs = { projectId: await catalog.createProject(stranger) };
  const inTheirs = { params: { ...theirs, snippetId } };
  for (const refused of [
    stranger.call(operations.getSnippet, inTheirs),
    stranger.call(operations.getSnippetUses, inTheirs),
    stranger.call(operations.deleteSnippet, inTheirs),
    stranger.call(operations.saveSnippet, { ...inTheirs, body: { html: "", css: "", revision: 1 } }),
  ]) {
    expect(await problemOf(refused)).toMatchObject({ code: "snippet.not_found" });
  }
  const body = { name: "Invoice", html: "{{> letterhead }}" };
  expect(await problemOf(stranger.call(operations.createTemplate, { params: theirs, body }))).toMatchObject({
    code: "template.syntax_invalid",
    message: 'html, line 1, column 1: The project has no snippet "letterhead".',
  });
  const own = await stranger.call(operations.createSnippet, {
    params: theirs,
    body: { name: "letterhead", html: "theirs" },
  });
  const ownRef = { params: { ...theirs, snippetId: own.snippetId } };
  expect((await stranger.call(operations.getSnippetUses, ownRef)).templates).toEqual([]);
  expect(await stranger.call(operations.listSnippets, { params: theirs, query: {} })).toMatchObject({
    snippets: [{ snippetId: own.snippetId, templateCount: 0 }],
  });
  await stranger.call(operations.deleteSnippet, ownRef);
  expect((await usesOf(snippetId)).templates).toHaveLength(1);
});

test.each([
  ["its own mistake", "a", "x\n {{#b}}", 'html, line 2, column 2: The section "b" is opened but never closed.'],
  [
    "an unknown snippet",
    "a",
    "{{> ather }}",
    'html, line 1, column 1: The project has no snippet "ather". Did you mean "other"?',
  ],
  [
    "a circle",
    "base",
    "{{> other }}",
    "snippets.other.html, line 1, column 1: A snippet cannot take itself in: base → other → base.",
  ],
  ["a format that cannot be right", "a", "{{ x | numbr }}", /^html, line 1, column 8: /],
])("a snippet is not saved with %s", async (_name, name, html, message) => {
  const base = await createSnippet("base", "x");
  await createSnippet("other", "{{> base }}");
  const saved =
    name === "base" ? saveSnippet(base.snippetId, { html, css: "", revision: 1 }) : createSnippet(name, html);
  expect(await problemOf(saved)).toMatchObject({
    code: "template.syntax_invalid",
    message: typeof message === "string" ? message : expect.stringMatching(message),
  });
});

test("a snippet may print amounts and texts that the templates tell, and a version pins the texts", async () => {
  await owner.call(operations.changeTranslations, {
    params,
    body: { changes: { en: { "head.title": "Invoice", "head.other": "Other" } } },
  });
  await createSnippet("head", "{{ total | money }} {{@t.head.title}}");
  const html = "{{> head }}";
  const body = { name: "Invoice", html };
  expect(await problemOf(owner.call(operations.createTemplate, { params, body }))).toMatchObject({
    message: expect.stringMatching(/^snippets\.head\.html, line 1, column 12: "money" needs a currency/),
  });
  const settings = { currency: "EUR" };
  const { sourceId } = await owner.call(operations.openSourcePreview, { params, body: { ...body, settings } });
  expect((await sourceOf(sourceId)).messages?.languages).toEqual({ en: { "head.title": "Invoice" } });
});

test("names are taken once, and a project has at most 500 snippets", async () => {
  await createSnippet("note", "x");
  expect(await problemOf(createSnippet("note", "y"))).toMatchObject({ code: "snippet.name_taken", status: 409 });
  await queryRows(
    catalog.dataSource.manager,
    `INSERT INTO snippets (snippet_id, project_id, name, html, css)
     SELECT 'snp_' || $1 || n, $1, 'filler-' || n, '', '' FROM generate_series(1, 499) AS n`,
    [params.projectId],
  );
  expect(await problemOf(createSnippet("one-more", "y"))).toMatchObject({ code: "quota.reached" });
});

test("a source that uses too many snippets, or too long ones, is refused before they are read", async () => {
  await queryRows(
    catalog.dataSource.manager,
    `INSERT INTO snippets (snippet_id, project_id, name, html, css)
     SELECT 'snp_' || $1 || n, $1, 'part-' || n, repeat('x', CASE WHEN n < 7 THEN 999999 ELSE 1 END), ''
     FROM generate_series(1, 300) AS n`,
    [params.projectId],
  );
  const using = (from: number, to: number) =>
    Array.from({ length: to - from }, (_each, index) => `{{> part-${from + index} }}`).join("");
  for (const html of [using(1, 7), using(10, 300)]) {
    expect(await problemOf(createTemplate("Large", html))).toMatchObject({
      code: "template.syntax_invalid",
      message: expect.stringMatching(/It can use at most 200, with 5,000,000 characters\.$/),
    });
  }
});
