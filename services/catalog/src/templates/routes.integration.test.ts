import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createId, type RequestOf } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { samples } from "@platen/samples";
import {
  codeOfAll,
  problemOf,
  startTestCatalog,
  type TestAccount,
  type TestCatalog,
  type TestKey,
} from "../testing/test-catalog.ts";

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.stop());

let owner: TestAccount;
let projectId: string;
let key: TestKey;
beforeEach(async () => {
  owner = await catalog.createAccount();
  projectId = await catalog.createProject(owner);
  key = await catalog.createKey(owner, projectId);
});

type TemplateBody = Parameters<typeof catalog.publishTemplate>[2];

async function createTemplate(body: TemplateBody = {}) {
  return owner.call(operations.createTemplate, { params: { projectId }, body: { name: "Invoice", ...body } });
}

const draftSource = {
  html: "<p>{{number}}</p>",
  css: "p { color: red }",
  settings: {},
  dataSets: [{ name: "One", json: '{ "number": "1" }' }],
};

describe("templates", () => {
  test("a new template has a draft and is not published", async () => {
    const { template, draft } = await createTemplate({ description: "For customers", tags: ["billing", "billing"] });
    expect(template).toMatchObject({
      name: "Invoice",
      description: "For customers",
      tags: ["billing"],
      version: null,
    });
    expect(draft).toMatchObject({
      html: "",
      css: "",
      settings: {},
      dataSets: [{ name: "Sample data", json: "{}" }],
      revision: 1,
    });
    await expect(key.call(operations.getTemplate, { params: { templateId: template.templateId } })).resolves.toEqual(
      template,
    );
  });

  test("names are unique in a project, ignoring case, even for simultaneous requests", async () => {
    const outcomes = await Promise.allSettled(["Straße", "STRAßE", "straße"].map((name) => createTemplate({ name })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ code: "template.name_taken", details: [{ path: "name" }] });
      }
    }
    const other = await catalog.createProject(owner);
    await expect(
      owner.call(operations.createTemplate, { params: { projectId: other }, body: { name: "Straße" } }),
    ).resolves.toBeDefined();
  });

  test("a template can be renamed, but not to the name of another template", async () => {
    const { template } = await createTemplate();
    await createTemplate({ name: "Letter" });
    const params = { projectId, templateId: template.templateId };
    const renamed = await owner.call(operations.updateTemplate, { params, body: { name: "Bill", tags: ["b"] } });
    expect(renamed).toMatchObject({ name: "Bill", description: "", tags: ["b"] });
    expect(renamed.updatedAt >= template.updatedAt).toBe(true);
    await expect(owner.call(operations.updateTemplate, { params, body: { name: "LETTER" } })).rejects.toMatchObject({
      code: "template.name_taken",
    });
    await expect(owner.call(operations.updateTemplate, { params, body: {} })).resolves.toMatchObject({ name: "Bill" });
  });

  test("one answer reports every error in a template", async () => {
    const body = { name: "", tags: ["!"], settings: { format: "A0", margin: { left: "wide" } }, colour: "red" };
    // The client's types would not let such a body through.
    const problem = await problemOf(createTemplate(body as unknown as TemplateBody));
    expect(problem).toMatchObject({ code: "request.invalid", status: 400 });
    expect(problem.details.map(({ path }) => path).toSorted()).toEqual([
      "colour",
      "name",
      "settings.format",
      "settings.margin.left",
      "tags[0]",
    ]);
  });

  test("invalid Mustache is refused with line and column, in every operation", async () => {
    const { template, draft } = await createTemplate();
    const params = { projectId, templateId: template.templateId };
    const html = "<p>\n{{#lines}}</p>";
    const refused = { code: "template.syntax_invalid", status: 422, details: [{ path: "html", line: 2, column: 1 }] };
    await expect(createTemplate({ name: "Broken", html })).rejects.toMatchObject(refused);
    await expect(
      owner.call(operations.saveDraft, { params, body: { ...draftSource, html, revision: draft.revision } }),
    ).rejects.toMatchObject(refused);
    await expect(owner.call(operations.openPreview, { params, body: { html } })).rejects.toMatchObject(refused);
    await expect(owner.call(operations.getDraft, { params })).resolves.toEqual(draft);
  });

  test("syntax of another template language is accepted, and each answer warns what to write instead", async () => {
    const html = "<p>\n{{total | currency}}</p>";
    const { template, draft } = await createTemplate({ name: "Foreign", html });
    const params = { projectId, templateId: template.templateId };
    const message = expect.stringMatching(/^Mustache has no filters: .*\{\{total\}\}\.$/);
    const warned = { warnings: [{ path: "html", line: 2, column: 1, message }] };
    expect(draft).toMatchObject({ html, ...warned });
    const saved = await owner.call(operations.saveDraft, {
      params,
      body: { ...draftSource, html, revision: draft.revision },
    });
    expect(saved).toMatchObject({ html, ...warned });
    const published = await owner.call(operations.publishDraft, { params, body: { revision: saved.revision } });
    expect(published).toMatchObject({ version: 1, ...warned });
    const body = { ...draftSource, html: "{{total}}", revision: saved.revision };
    expect(await owner.call(operations.saveDraft, { params, body })).not.toHaveProperty("warnings");
  });

  test("text that PostgreSQL cannot store is refused before it reaches the database", async () => {
    for (const character of ["\0", "\ud800"]) {
      const problem = await problemOf(
        createTemplate({ html: character, css: character, settings: { header: character, title: character } }),
      );
      expect(problem.details.map(({ path }) => path).toSorted()).toEqual([
        "css",
        "html",
        "settings.header",
        "settings.title",
      ]);
    }
  });

  test("a deleted template is gone with its versions", async () => {
    const templateId = await catalog.publishTemplate(owner, projectId);
    const params = { projectId, templateId };
    await owner.call(operations.deleteTemplate, { params });
    const calls = [
      owner.call(operations.getProjectTemplate, { params }),
      owner.call(operations.getDraft, { params }),
      owner.call(operations.getVersion, { params: { ...params, version: "1" } }),
      owner.call(operations.deleteTemplate, { params }),
      key.call(operations.getTemplate, { params: { templateId } }),
      key.createDocument({ templateId }),
    ];
    expect(await codeOfAll(calls)).toBe("template.not_found");
    await expect(key.call(operations.listTemplates, {})).resolves.toMatchObject({ pagination: { total: 0 } });
  });
});

describe("drafts and versions", () => {
  test("data sets come back as their authors wrote them, and stay with the version", async () => {
    const dataSets = [
      { name: "Übung 2", json: String.raw`{"z":1,"a":"\u0000","10":"\ud800","2":["ü",1e300,-0.50],"__proto__":{}}` },
      { name: "laid out", json: '\n{\r\n\t"b" : 1.0,\n\t"b" : 2,\n\t"a" : [ ]\n}  ' },
    ];
    const { template } = await createTemplate({ dataSets });
    const params = { projectId, templateId: template.templateId };
    const draft = await owner.call(operations.getDraft, { params });
    expect(draft.dataSets).toEqual(dataSets);
    await owner.call(operations.publishDraft, { params, body: { revision: 1 } });
    await owner.call(operations.saveDraft, { params, body: { ...draftSource, revision: 1 } });
    const inVersion = { ...params, version: "1" };
    await expect(owner.call(operations.getVersion, { params: inVersion })).resolves.toMatchObject({ dataSets });
    const restored = await owner.call(operations.restoreVersion, { params: inVersion, body: { revision: 2 } });
    expect(restored.dataSets).toEqual(dataSets);
    await expect(owner.call(operations.openPreview, { params, body: {} })).resolves.toMatchObject({
      data: JSON.parse(dataSets[0]?.json ?? ""),
    });
  });

  test("a data set that is not a JSON object is refused with its line and column", async () => {
    const dataSets = [
      { name: "good", json: "{}" },
      { name: "bad", json: '{\n  "a": 1,\n}' },
    ];
    await expect(createTemplate({ dataSets })).rejects.toMatchObject({
      code: "request.invalid",
      message: "`dataSets[1].json` needs a name in double quotes (line 3, column 1).",
      details: [{ path: "dataSets[1].json", line: 3, column: 1 }],
    });
  });

  test.each([
    ["none", [], "dataSets"],
    ["21", Array.from({ length: 21 }, (_, index) => ({ name: String(index), json: "{}" })), "dataSets"],
    ["an empty name", [{ name: " ", json: "{}" }], "dataSets[0].name"],
    ["a long name", [{ name: "x".repeat(101), json: "{}" }], "dataSets[0].name"],
    ["two of one name", ["a", "b", " a"].map((name) => ({ name, json: "{}" })), "dataSets[2].name"],
    ["too much", ["a", "b"].map((name) => ({ name, json: `{"x":"${"x".repeat(500_000)}"}` })), "dataSets"],
  ])("data sets are refused: %s", async (_what, dataSets, path) => {
    await expect(createTemplate({ dataSets })).rejects.toMatchObject({ code: "request.invalid", details: [{ path }] });
  });

  test("the second of two saves of the same revision is refused", async () => {
    const { template, draft } = await createTemplate();
    const params = { projectId, templateId: template.templateId };
    const save = (html: string) =>
      owner.call(operations.saveDraft, { params, body: { ...draftSource, html, revision: draft.revision } });
    const outcomes = await Promise.allSettled([save("first"), save("second"), save("third")]);
    const saved = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({ revision: 2, css: draftSource.css });
    await expect(save("late")).rejects.toMatchObject({ code: "template.edit_conflict", status: 409 });
    await expect(owner.call(operations.getDraft, { params })).resolves.toEqual(saved[0]);
  });

  test("drafts and versions name their authors, and so does an edit conflict", async () => {
    const { template, draft } = await createTemplate();
    const params = { projectId, templateId: template.templateId };
    const self = { accountId: owner.accountId, email: owner.email };
    expect(draft.savedBy).toEqual(self);
    const editor = await catalog.createMember(projectId, "editor");
    const other = { accountId: editor.accountId, email: editor.email };
    const saved = await editor.call(operations.saveDraft, { params, body: { ...draftSource, revision: 1 } });
    expect(saved.savedBy).toEqual(other);
    await expect(owner.call(operations.getDraft, { params })).resolves.toMatchObject({ savedBy: other });
    await expect(
      owner.call(operations.saveDraft, { params, body: { ...draftSource, revision: 1 } }),
    ).rejects.toMatchObject({
      code: "template.edit_conflict",
      message: `${editor.email} saved the draft after you loaded it. Load the draft again.`,
      details: [{ path: "revision", message: "must be 2, the draft's current revision" }],
    });
    const published = await owner.call(operations.publishDraft, { params, body: { revision: 2 } });
    expect(published.publishedBy).toEqual(self);
    await editor.call(operations.publishDraft, { params, body: { revision: 2 } });
    const listed = await owner.call(operations.listVersions, { params, query: {} });
    expect(listed.versions.map(({ publishedBy }) => publishedBy)).toEqual([other, self]);
    const restored = await owner.call(operations.restoreVersion, {
      params: { ...params, version: "1" },
      body: { revision: 2 },
    });
    expect(restored.savedBy).toEqual(self);
    await catalog.dataSource.query("DELETE FROM accounts WHERE account_id = $1", [editor.accountId]);
    await expect(owner.call(operations.getVersion, { params: { ...params, version: "2" } })).resolves.toMatchObject({
      publishedBy: null,
    });
  });

  test("versions are numbered from 1, never change, and the last one is current", async () => {
    const { template, draft } = await createTemplate({ ...draftSource, html: "one" });
    const params = { projectId, templateId: template.templateId };
    const first = await owner.call(operations.publishDraft, { params, body: { revision: 1, note: "First" } });
    expect(first).toMatchObject({ version: 1, note: "First" });
    const saved = await owner.call(operations.saveDraft, {
      params,
      body: { ...draftSource, html: "two", revision: draft.revision },
    });
    await expect(
      owner.call(operations.publishDraft, { params, body: { revision: draft.revision } }),
    ).rejects.toMatchObject({ code: "template.edit_conflict" });
    await owner.call(operations.publishDraft, { params, body: { revision: saved.revision } });

    await expect(owner.call(operations.getVersion, { params: { ...params, version: "1" } })).resolves.toEqual({
      ...first,
      ...draftSource,
      html: "one",
    });
    const shown = await key.call(operations.getTemplate, { params: { templateId: template.templateId } });
    expect(shown.version).toBe(2);
    expect(shown.updatedAt >= saved.updatedAt).toBe(true);
    const listed = await owner.call(operations.listVersions, { params, query: {} });
    expect(listed.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(listed.pagination).toEqual({ page: 1, pageSize: 20, total: 2, totalPages: 1 });
  });

  test("a version can be copied back into the draft", async () => {
    const { template } = await createTemplate({ ...draftSource, html: "one" });
    const params = { projectId, templateId: template.templateId };
    await owner.call(operations.publishDraft, { params, body: { revision: 1 } });
    await owner.call(operations.saveDraft, { params, body: { ...draftSource, html: "two", revision: 1 } });
    const restore = (version: string, revision: number) =>
      owner.call(operations.restoreVersion, { params: { ...params, version }, body: { revision } });
    await expect(restore("1", 1)).rejects.toMatchObject({ code: "template.edit_conflict" });
    await expect(restore("2", 2)).rejects.toMatchObject({ code: "template.not_found" });
    await expect(restore("1", 2)).resolves.toMatchObject({ html: "one", revision: 3 });
  });

  test.each(["0", "01", "-1", "1.0", "99999999999", "x", "2"])("version %s does not exist", async (version) => {
    const templateId = await catalog.publishTemplate(owner, projectId);
    await expect(
      owner.call(operations.getVersion, { params: { projectId, templateId, version } }),
    ).rejects.toMatchObject({ code: "template.not_found" });
  });
});

test("every signed-in account can list the samples with their sources, page by page", async () => {
  const stranger = await catalog.createAccount();
  const all = await stranger.call(operations.listSamples, {});
  expect(all.samples).toEqual(samples.map(({ sampleData: _value, ...sample }) => sample));
  expect(all.pagination).toEqual({ page: 1, pageSize: 20, total: 6, totalPages: 1 });
  const last = await stranger.call(operations.listSamples, { query: { page: 2, pageSize: 4 } });
  expect(last).toEqual({
    samples: all.samples.slice(4),
    pagination: { page: 2, pageSize: 4, total: 6, totalPages: 2 },
  });
  for (const { name, html, css, settings, dataSets } of all.samples) {
    await expect(createTemplate({ name, html, css, settings, dataSets })).resolves.toMatchObject({
      draft: { html, css, settings, dataSets },
    });
  }
});

describe("sources", () => {
  const grantFor = (sourceId: string, project = projectId) =>
    catalog.withBearer(
      catalog.grant({ documentId: createId("document"), projectId: project, sourceId, preview: false }),
    );

  test("a grant allows its own source only", async () => {
    const templateId = await catalog.publishTemplate(owner, projectId, { name: "Invoice", ...draftSource });
    const { sourceId } = await key.createDocument({ templateId });
    const params = { sourceId };
    await expect(grantFor(sourceId)(operations.getTemplateSource, { params })).resolves.toEqual({
      sourceId,
      projectId,
      templateName: "Invoice",
      html: draftSource.html,
      css: draftSource.css,
      settings: {},
    });
    await expect(grantFor(createId("templateVersion"))(operations.getTemplateSource, { params })).rejects.toMatchObject(
      { code: "auth.token_invalid", status: 401 },
    );
    await expect(
      grantFor(sourceId, createId("project"))(operations.getTemplateSource, { params }),
    ).rejects.toMatchObject({ code: "template.not_found" });
  });

  test("a preview uses the draft with the given parts, and equal content keeps its id", async () => {
    const { template } = await createTemplate(draftSource);
    const params = { projectId, templateId: template.templateId };
    const open = (body: NonNullable<RequestOf<typeof operations.openPreview>["body"]>) =>
      owner.call(operations.openPreview, { params, body });
    const first = await open({});
    expect(first).toMatchObject({
      projectId,
      templateId: template.templateId,
      templateName: "Invoice",
      version: 0,
      data: { number: "1" },
    });
    const second = await open({ html: draftSource.html });
    expect(second.sourceId).toBe(first.sourceId);
    expect(second.documentId).not.toBe(first.documentId);
    const landscape = await open({ html: "other", settings: { orientation: "landscape" } });
    expect(landscape.sourceId).not.toBe(first.sourceId);
    await expect(
      grantFor(landscape.sourceId)(operations.getTemplateSource, { params: { sourceId: landscape.sourceId } }),
    ).resolves.toMatchObject({ html: "other", css: draftSource.css, settings: { orientation: "landscape" } });
    await expect(key.call(operations.listDocuments, {})).resolves.toMatchObject({ pagination: { total: 0 } });
  });
});
