import { beforeEach, expect, test } from "@jest/globals";
import { createId, tableLimits } from "@platen/contracts";
import { internalOperations as operations, type DocumentCreation } from "@platen/contracts/internal";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, problemOf, type TestAccount } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

let owner: TestAccount;
let params: { projectId: string };
beforeEach(async () => {
  owner = await catalog.createAccount();
  params = { projectId: await catalog.createProject(owner) };
});

const shared = {
  en: {
    "invoice.title": "Invoice",
    "invoice.due": "Due in {n, plural, one {# day} other {# days}}",
    "status.paid": "Paid",
  },
  de: { "invoice.title": "Rechnung", "status.paid": "Bezahlt" },
};
const change = (body: object) => owner.call(operations.changeTranslations, { params, body });
const get = () => owner.call(operations.getTranslations, { params });

async function create(html: string, more: object = {}) {
  const body = { name: createId("template"), html, ...more };
  const { template, draft } = await owner.call(operations.createTemplate, { params, body });
  const inTemplate = { ...params, templateId: template.templateId };
  return {
    templateId: template.templateId,
    draft,
    getDraft: () => owner.call(operations.getDraft, { params: inTemplate }),
    save: (changes: object) =>
      owner.call(operations.saveDraft, {
        params: inTemplate,
        body: { html, css: "", settings: {}, dataSets: [{ name: "One", json: "{}" }], revision: 1, ...changes },
      }),
    publish: (revision = 1) => owner.call(operations.publishDraft, { params: inTemplate, body: { revision } }),
    restore: (version: string, revision: number) =>
      owner.call(operations.restoreVersion, { params: { ...inTemplate, version }, body: { revision } }),
    preview: (body: object) => owner.call(operations.openPreview, { params: inTemplate, body }),
    importFile: (body: object) =>
      owner.call(operations.importTemplateTranslations, {
        params: inTemplate,
        body: { format: "json", content: "{}", revision: 1, ...body },
      }),
    exportFile: (query: object) => owner.call(operations.exportTemplateTranslations, { params: inTemplate, query }),
  };
}

test("the templates with texts of their own are listed with their counts, and only to members of the project", async () => {
  await create("<p>plain</p>");
  const { templateId } = await create("<p>{{@t.a}}</p>", {
    name: "Letter",
    translations: { en: { a: "A", b: "B" }, "de-CH": { a: "A", c: "C" }, nl: {} },
  });
  const [en, de, nl] = [
    { locale: "en", translatedCount: 2 },
    { locale: "de-CH", translatedCount: 2 },
    { locale: "nl", translatedCount: 0 },
  ];
  const list = (account: TestAccount) => account.call(operations.getTemplateTexts, { params });
  expect(await list(owner)).toEqual({
    templates: [{ templateId, name: "Letter", keyCount: 3, languages: [de, en, nl] }],
  });
  const stranger = await catalog.createAccount();
  expect(await codeOfAll([list(stranger)])).toBe("project.not_found");
  const other = { projectId: await catalog.createProject(owner) };
  expect(await owner.call(operations.getTemplateTexts, { params: other })).toEqual({ templates: [] });
});

/** The texts that a worker gets with a source. */
async function textsOf(sourceId: string) {
  const documentId = createId("document");
  const call = catalog.withBearer(catalog.grant({ documentId, projectId: params.projectId, sourceId, preview: true }));
  return (await call(operations.getTemplateSource, { params: { sourceId } })).messages;
}

test("texts are set, removed and counted by language, and all others stay", async () => {
  expect(await get()).toEqual({ defaultLocale: "en", keyCount: 0, languages: [] });
  await change({ changes: { ...shared, "fr-ch": {} } });
  const after = await change({
    defaultLocale: "de",
    changes: { de: { "invoice.title": null, "invoice.due": "Bald" }, "fr-CH": null },
  });
  expect(after).toMatchObject({
    defaultLocale: "de",
    keyCount: 3,
    languages: [
      { locale: "de", translatedCount: 2, messages: { "invoice.due": "Bald", "status.paid": "Bezahlt" } },
      { locale: "en", translatedCount: 3, messages: shared.en },
    ],
  });
  expect(Object.keys(after.languages[1]?.messages ?? {})).toEqual(["invoice.due", "invoice.title", "status.paid"]);
  expect(await get()).toEqual(after);
});

test("simultaneous changes of several people all stay", async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `key${index}`);
  await Promise.all(keys.map((key) => change({ changes: { en: { [key]: key } } })));
  expect((await get()).languages[0]?.translatedCount).toBe(8);
});

test("a wrong text is refused with its language, key and place, and nothing of the change is kept", async () => {
  const { code, details } = await problemOf(
    change({ changes: { de: { good: "x", "a.b": "line\n {n, plural, one {x}}" } } }),
  );
  expect([code, details]).toEqual([
    "translation.invalid",
    [{ path: "de.a.b", line: 2, column: 21, message: expect.stringContaining("other") }],
  ]);
  await change({ changes: { en: { a: "x" } } });
  const conflict = await problemOf(change({ changes: { en: { "a.b": "y" } } }));
  expect(conflict.details).toMatchObject([{ path: "en.a", message: expect.stringContaining("group") }]);
  expect((await get()).languages).toMatchObject([{ locale: "en", messages: { a: "x" } }]);
});

test("a project's table has limits", async () => {
  const texts = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, "x"]));
  await change({ changes: { en: texts(0, tableLimits.keys) } });
  const more = change({ changes: { de: texts(tableLimits.keys, 1) } });
  expect((await problemOf(more)).message).toBe("The translations of a project must have at most 5000 different keys.");
  const long = {
    changes: Object.fromEntries(
      ["de", "fr"].map((one) => [
        one,
        Object.fromEntries(Object.keys(texts(0, 50)).map((key) => [key, "y".repeat(tableLimits.textLength)])),
      ]),
    ),
  };
  expect(await codeOfAll([change(long)])).toBe("quota.reached");
});

test("imports cannot make a template's table larger than saves can", async () => {
  const template = await create("x");
  const keys = Array.from({ length: 400 }, (_, index) => `k${index}`);
  const texts = (count: number) => Object.fromEntries(keys.slice(0, count).map((key) => [key, "x"]));
  const languages = Array.from(
    { length: 50 },
    (_, index) => `a${String.fromCharCode(97 + (index % 25))}-${index < 25 ? "AA" : "BB"}`,
  );
  const table = (count: number) => Object.fromEntries(languages.map((language) => [language, texts(count)]));
  const first = await template.importFile({ content: JSON.stringify(table(400)) });
  expect(Object.keys(first.translations ?? {})).toHaveLength(50);
  const content = JSON.stringify({ "aa-AA": { more: "x" } });
  const { code, message } = await problemOf(template.importFile({ content, revision: 2 }));
  expect([code, message]).toEqual([
    "quota.reached",
    "The translations of a template must have at most 20000 texts, over all languages.",
  ]);
});

test("a file is imported by languages, and exported again", async () => {
  await change({ changes: shared });
  const importFile = (body: object) =>
    owner.call(operations.importTranslations, { params, body: { format: "csv", content: "key,de\nnew,Neu", ...body } });
  expect((await importFile({})).languages[0]?.messages).toEqual({ ...shared.de, new: "Neu" });
  const replaced = await importFile({ mode: "replace" });
  expect(replaced.languages.map(({ locale, messages }) => [locale, messages])).toEqual([
    ["de", { new: "Neu" }],
    ["en", shared.en],
  ]);
  const { details } = await problemOf(importFile({ content: "key,de\na,{b" }));
  expect(details).toMatchObject([{ path: "de.a", line: 1 }]);
  const exported = await owner.call(operations.exportTranslations, { params, query: { format: "csv", locale: "de" } });
  expect(exported).toEqual({ filename: "translations-de.csv", mediaType: "text/csv", content: "key,de\nnew,Neu\n" });
  expect(
    (await problemOf(owner.call(operations.exportTranslations, { params, query: { format: "xliff" } }))).details,
  ).toMatchObject([{ path: "locale" }]);
});

test("a text that no table has in any language is a mistake of the draft, with its place and the near one", async () => {
  await change({ changes: { de: { "invoice.title": "Rechnung" } } });
  const { code, details } = await problemOf(create("<h1>\n{{@t.invoice.titel}} {{ s | t 'status' }} {{@t}}</h1>"));
  expect([code, details]).toEqual([
    "template.syntax_invalid",
    [
      {
        path: "html",
        line: 2,
        column: 3,
        message: 'No language has the text "invoice.titel". Did you mean "invoice.title"?',
      },
      { path: "html", line: 2, column: 29, message: expect.stringContaining('begins with "status."') },
      { path: "html", line: 2, column: 45, message: expect.stringContaining("{{@t.invoice.title}}") },
    ],
  ]);
  await expect(create("{{@t.invoice.title}}{{@t.own}}", { translations: { fr: { own: "à" } } })).resolves.toBeDefined();
  const wrong = await problemOf(create("x", { translations: { fr: { a: { b: "{" } } } }));
  expect(wrong.details).toMatchObject([{ path: "translations.fr.a.b", line: 1, column: 1 }]);
});

test("a draft keeps its own texts unless a save brings others, and a restored version brings back its own", async () => {
  const template = await create("{{@t.own}}", { translations: { en: { own: "one" } } });
  await template.publish();
  expect((await template.save({})).translations).toEqual({ en: { own: "one" } });
  expect((await template.save({ revision: 2, translations: { en: { own: "two" } } })).translations).toEqual({
    en: { own: "two" },
  });
  expect((await template.restore("1", 3)).translations).toEqual({ en: { own: "one" } });
  const imported = await template.importFile({ content: '{ "de": { "own": "eins" } }', revision: 4 });
  expect(imported.translations).toEqual({ de: { own: "eins" }, en: { own: "one" } });
  expect((await template.exportFile({ locale: "de" })).content).toBe('{\n  "de": {\n    "own": "eins"\n  }\n}\n');
  expect(await codeOfAll([template.importFile({ revision: 4 })])).toBe("template.edit_conflict");
});

test("a version keeps the texts that it prints, of all languages, and a preview has those of now", async () => {
  await change({ changes: shared });
  const template = await create("{{@t.invoice.title}} {{ status | t 'status' }}", {
    translations: { en: { "invoice.title": "Our invoice", unused: "x" } },
  });
  await template.publish();
  const key = await catalog.createKey(owner, params.projectId);
  const { sourceId } = await key.createDocument({ templateId: template.templateId });
  const pinned = {
    defaultLocale: "en",
    languages: {
      de: { "invoice.title": "Rechnung", "status.paid": "Bezahlt" },
      en: { "invoice.title": "Our invoice", "status.paid": "Paid" },
    },
  };
  expect(await textsOf(sourceId)).toEqual(pinned);

  await change({
    defaultLocale: "de",
    changes: { en: null, de: { "status.paid": "Beglichen", "status.open": "Offen" } },
  });
  await template.save({ translations: { de: { "invoice.title": "Unsere Rechnung" } } });
  expect(await textsOf(sourceId)).toEqual(pinned);
  expect(await textsOf((await template.preview({})).sourceId)).toEqual({
    defaultLocale: "de",
    languages: { de: { "invoice.title": "Unsere Rechnung", "status.open": "Offen", "status.paid": "Beglichen" } },
  });

  const plain = await create("<p>{{ a | upper }}</p>");
  await plain.publish();
  expect(await textsOf((await key.createDocument({ templateId: plain.templateId })).sourceId)).toBeUndefined();
});

test("a document in a language that the version does not have is refused with the list, and leaves no record", async () => {
  await change({ changes: shared });
  const templates = {
    closed: await create("{{@t.invoice.title}}"),
    open: await create("{{@t.invoice.title}}", { settings: { locales: "any" } }),
    plain: await create("<p>{{a}}</p>"),
  };
  const key = await catalog.createKey(owner, params.projectId);
  async function ask(name: keyof typeof templates, locale: string): Promise<DocumentCreation | undefined> {
    const { templateId } = templates[name];
    const asked = { documentId: createId("document"), keyHash: sha256(key.value), requestId: "r", templateId, locale };
    return (await catalog.gatewayFor()(operations.openDocuments, { body: { documents: [asked] } })).documents[0];
  }
  for (const template of Object.values(templates)) await template.publish();
  for (const locale of ["de", "de-CH", "DE-ch", "en-GB", "en-XA"])
    expect(await ask("closed", locale)).toMatchObject({ outcome: "opened" });
  for (const name of ["open", "plain"] as const) expect(await ask(name, "fr")).toMatchObject({ outcome: "opened" });
  const refused = await ask("closed", "fr");
  expect(refused).toMatchObject({
    outcome: "refused",
    code: "request.invalid",
    details: [{ path: "locale", message: "must be one of the template's languages: de, en" }],
  });
  const { documents } = await key.call(operations.listDocuments, { query: { pageSize: 100 } });
  expect(documents.map(({ documentId }) => documentId)).not.toContain(refused?.documentId);
});

test("another project's texts are neither read nor changed, printed or named", async () => {
  await change({ changes: { en: { secret: "mine" } } });
  const other = await catalog.createAccount();
  const theirs = { projectId: await catalog.createProject(other) };
  expect(await other.call(operations.getTranslations, { params: theirs })).toMatchObject({ languages: [] });
  const body = { name: "x", html: "{{@t.secrit}}" };
  const { details } = await problemOf(other.call(operations.createTemplate, { params: theirs, body }));
  expect(JSON.stringify(details)).not.toContain("secret");
  const viewer = await catalog.createMember(params.projectId, "viewer");
  expect((await viewer.call(operations.getTranslations, { params })).keyCount).toBe(1);
  const changes = { changes: { en: { secret: "theirs" } } };
  expect(await codeOfAll([viewer.call(operations.changeTranslations, { params, body: changes })])).toBe(
    "auth.scope_missing",
  );
  expect(await codeOfAll([other.call(operations.changeTranslations, { params, body: changes })])).toBe(
    "project.not_found",
  );
  expect((await get()).languages[0]?.messages).toEqual({ secret: "mine" });
});
