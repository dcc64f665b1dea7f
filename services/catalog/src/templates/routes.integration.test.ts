import { beforeEach, describe, expect, test } from "@jest/globals";
import { createId, type RequestOf } from "@platen/contracts";
import { Client } from "pg";
import { internalOperations as operations } from "@platen/contracts/internal";
import { samples } from "@platen/samples";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, problemOf, type TestAccount, type TestKey } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

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

/** A new template, and what its owner does with it. */
async function startTemplate(body: TemplateBody = {}) {
  const { template, draft } = await createTemplate(body);
  const params = { projectId, templateId: template.templateId };
  return {
    template,
    draft,
    params,
    getDraft: () => owner.call(operations.getDraft, { params }),
    save: (changes: Partial<RequestOf<typeof operations.saveDraft>["body"]>, by = owner) =>
      by.call(operations.saveDraft, { params, body: { ...draftSource, revision: 1, ...changes } }),
    publish: (revision: number, note?: string, by = owner) =>
      by.call(operations.publishDraft, { params, body: { revision, ...(note !== undefined && { note }) } }),
    getVersion: (version: string) => owner.call(operations.getVersion, { params: { ...params, version } }),
    restore: (version: string, revision: number) =>
      owner.call(operations.restoreVersion, { params: { ...params, version }, body: { revision } }),
    makeCurrent: (version: string, current: number) =>
      owner.call(operations.makeVersionCurrent, { params: { ...params, version }, body: { current } }),
    preview: (changes: NonNullable<RequestOf<typeof operations.openPreview>["body"]>) =>
      owner.call(operations.openPreview, { params, body: changes }),
  };
}

const draftSource = {
  html: "<p>{{number}}</p>",
  css: "p { color: red }",
  settings: {},
  dataSets: [{ name: "One", json: '{ "number": "1" }' }],
};

/** What changes a template afterwards makes it newer than it was. */
const letTemplatesAge = () =>
  catalog.dataSource.query("UPDATE templates SET updated_at = updated_at - interval '1 day'");

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
    await letTemplatesAge();
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
    // The compiler refuses such a body, but a caller can send it.
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
    const { draft, getDraft, save, preview } = await startTemplate();
    const html = "<p>\n{{#lines}}</p>";
    const refused = { code: "template.syntax_invalid", status: 422, details: [{ path: "html", line: 2, column: 1 }] };
    await expect(createTemplate({ name: "Broken", html })).rejects.toMatchObject(refused);
    await expect(save({ html })).rejects.toMatchObject(refused);
    await expect(preview({ html })).rejects.toMatchObject(refused);
    await expect(getDraft()).resolves.toEqual(draft);
  });

  test("syntax of another template language is accepted, and each answer warns what to write instead", async () => {
    const html = "<p>\n{{total + tax}}</p>";
    const { draft, save, publish } = await startTemplate({ name: "Foreign", html });
    const message = expect.stringMatching(/^Mustache cannot calculate or compare: write formats/);
    const warned = { warnings: [{ path: "html", line: 2, column: 1, message }] };
    expect(draft).toMatchObject({ html, ...warned });
    const saved = await save({ html });
    expect(saved).toMatchObject({ html, ...warned });
    expect(await publish(saved.revision)).toMatchObject({ version: 1, ...warned });
    expect(await save({ html: "{{total}}", revision: saved.revision })).not.toHaveProperty("warnings");
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
      owner.call(operations.getTemplate, { params }),
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
    const { getDraft, publish, save, getVersion, restore, preview } = await startTemplate({ dataSets });
    await expect(getDraft()).resolves.toMatchObject({ dataSets });
    await publish(1);
    await save({});
    await expect(getVersion("1")).resolves.toMatchObject({ dataSets });
    await expect(restore("1", 2)).resolves.toMatchObject({ dataSets });
    await expect(preview({})).resolves.toMatchObject({ dataJson: dataSets[0]?.json });
  });

  test("calculated fields go with the draft into versions and back, and formulas that no data can make right are refused", async () => {
    const calculated = [
      { name: "total", formula: "net × 1.21" },
      { name: "net", formula: "sum(items, price)" },
    ];
    const settings = { format: "A5" as const, calculated };
    const { getDraft, publish, save, getVersion, restore, preview } = await startTemplate({ settings });
    await expect(getDraft()).resolves.toMatchObject({ settings });
    await publish(1);
    await save({ settings: {} });
    await expect(getVersion("1")).resolves.toMatchObject({ settings });
    await expect(restore("1", 2)).resolves.toMatchObject({ settings });
    const cycle = { settings: { calculated: [...calculated.slice(0, 1), { name: "net", formula: "2 × total" }] } };
    const refused = {
      code: "template.syntax_invalid",
      status: 422,
      message:
        "settings.calculated.1.formula, line 1, column 5: The fields need each other: total → net → total. Leave one of them out of a formula.",
      details: [{ path: "settings.calculated.1.formula", line: 1, column: 5 }],
    };
    await expect(save({ ...cycle, revision: 3 })).rejects.toMatchObject(refused);
    await expect(createTemplate({ name: "Circle", ...cycle })).rejects.toMatchObject(refused);
    await expect(preview(cycle)).rejects.toMatchObject(refused);
  });

  test.each([
    ["101", Array.from({ length: 101 }, (_, index) => ({ name: `f${index}`, formula: "1" })), "calculated"],
    ["a long formula", [{ name: "f", formula: "1".repeat(501) }], "calculated[0].formula"],
    ["no formula", [{ name: "f", formula: "" }], "calculated[0].formula"],
    ["a name with a dot", [{ name: "a.b", formula: "1" }], "calculated[0].name"],
    ["the name of a value", [{ name: "true", formula: "1" }], "calculated[0].name"],
  ])("calculated fields are refused: %s", async (_what, calculated, path) => {
    await expect(createTemplate({ settings: { calculated } })).rejects.toMatchObject({
      code: "request.invalid",
      details: [{ path: `settings.${path}` }],
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
    const { save, getDraft } = await startTemplate();
    const outcomes = await Promise.allSettled(["first", "second", "third"].map((html) => save({ html })));
    const saved = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({ revision: 2, css: draftSource.css });
    await expect(save({ html: "late" })).rejects.toMatchObject({ code: "template.edit_conflict", status: 409 });
    await expect(getDraft()).resolves.toEqual(saved[0]);
  });

  test("a saved draft is a change of its template", async () => {
    const { template, save } = await startTemplate();
    await letTemplatesAge();
    await save({ html: "changed" });
    const shown = await key.call(operations.getTemplate, { params: { templateId: template.templateId } });
    expect(shown.updatedAt >= template.updatedAt).toBe(true);
  });

  test("drafts and versions name their authors, and so does an edit conflict", async () => {
    const { params, draft, save, getDraft, publish, restore, getVersion } = await startTemplate();
    const self = { accountId: owner.accountId, email: owner.email };
    expect(draft.savedBy).toEqual(self);
    const editor = await catalog.createMember(projectId, "editor");
    const other = { accountId: editor.accountId, email: editor.email };
    expect((await save({}, editor)).savedBy).toEqual(other);
    await expect(getDraft()).resolves.toMatchObject({ savedBy: other });
    await expect(save({})).rejects.toMatchObject({
      code: "template.edit_conflict",
      message: `${editor.email} saved the draft after you loaded it. Load the draft again.`,
      details: [{ path: "revision", message: "must be 2, the draft's current revision" }],
    });
    expect((await publish(2)).publishedBy).toEqual(self);
    await publish(2, undefined, editor);
    const listed = await owner.call(operations.listVersions, { params, query: {} });
    expect(listed.versions.map(({ publishedBy }) => publishedBy)).toEqual([other, self]);
    expect((await restore("1", 2)).savedBy).toEqual(self);
    await catalog.dataSource.query("DELETE FROM accounts WHERE account_id = $1", [editor.accountId]);
    await expect(getVersion("2")).resolves.toMatchObject({ publishedBy: null });
  });

  test("a version that an API key publishes names the key, even a revoked one, and what a key saves names no account", async () => {
    const body = { name: "Pipeline", scopes: ["templates" as const] };
    const { keyId, key: value, lastFour } = await owner.call(operations.createApiKey, { params: { projectId }, body });
    const pipeline = { keyId, name: "Pipeline", lastFour };
    const call = catalog.asKey(value);
    const { template, draft } = await call(operations.createTemplate, {
      body: { name: "Invoice", html: "<p>1</p>" },
    });
    expect(draft.savedBy).toBeNull();
    const params = { templateId: template.templateId };
    const inProject = { ...params, projectId };
    const publish = (revision: number) => call(operations.publishDraft, { params, body: { revision } });
    expect(await publish(1)).toMatchObject({ version: 1, publishedBy: null, publishedByKey: pipeline });

    await owner.call(operations.saveDraft, { params: inProject, body: { ...draftSource, revision: 1 } });
    const saving = { params, body: { ...draftSource, revision: 1 } };
    expect((await problemOf(call(operations.saveDraft, saving))).message).toContain(`${owner.email} saved the draft`);
    expect(await call(operations.saveDraft, { params, body: { ...draftSource, revision: 2 } })).toMatchObject({
      revision: 3,
      savedBy: null,
    });
    expect(await problemOf(call(operations.saveDraft, saving))).toMatchObject({
      code: "template.edit_conflict",
      message: "Another save changed the draft after you loaded it. Load the draft again.",
      details: [{ path: "revision", message: "must be 3, the draft's current revision" }],
    });
    const byPerson = await owner.call(operations.publishDraft, { params: inProject, body: { revision: 3 } });
    expect(byPerson).toMatchObject({ publishedBy: { email: owner.email }, publishedByKey: null });
    await call(operations.republishVersion, { params: { ...params, version: "2" } });

    await owner.call(operations.revokeApiKey, { params: { projectId, keyId } });
    const { versions } = await owner.call(operations.listVersions, { params: inProject, query: {} });
    expect(versions.map(({ publishedByKey }) => publishedByKey)).toEqual([pipeline, null, pipeline]);
    const first = await owner.call(operations.getVersion, { params: { ...inProject, version: "1" } });
    expect(first.publishedByKey).toEqual(pipeline);
  });

  test("versions are numbered from 1, never change, and the last one is current", async () => {
    const { template, params, publish, save, getVersion } = await startTemplate({ ...draftSource, html: "one" });
    const first = await publish(1, "First");
    expect(first).toMatchObject({ version: 1, note: "First" });
    const saved = await save({ html: "two" });
    await expect(publish(1)).rejects.toMatchObject({ code: "template.edit_conflict" });
    await letTemplatesAge();
    await publish(saved.revision);

    await expect(getVersion("1")).resolves.toEqual({ ...first, ...draftSource, html: "one", translations: {} });
    const shown = await key.call(operations.getTemplate, { params: { templateId: template.templateId } });
    expect(shown.version).toBe(2);
    expect(shown.updatedAt >= saved.updatedAt).toBe(true);
    const listed = await owner.call(operations.listVersions, { params, query: {} });
    expect(listed.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(listed.pagination).toEqual({ page: 1, pageSize: 20, total: 2, totalPages: 1 });
  });

  test("a template gives the example of its published data only to callers who ask", async () => {
    const dataSets = [
      { name: "July", json: '{ "number": 1.50 }' },
      { name: "Empty", json: "{}" },
    ];
    const { template, publish, save, params } = await startTemplate({ ...draftSource, dataSets });
    const ask = (query: { include?: "example" }) =>
      key.call(operations.getTemplate, { params: { templateId: template.templateId }, query });
    expect(await ask({ include: "example" })).toEqual(template);
    await publish(1);
    await save({ dataSets: [{ name: "Not published", json: "{}" }] });
    expect((await ask({ include: "example" })).example).toEqual(dataSets[0]);
    expect(await ask({})).not.toHaveProperty("example");
    const asMember = await owner.call(operations.getTemplate, { params, query: { include: "example" } });
    expect(asMember.example).toEqual(dataSets[0]);
  });

  test("a list tells in how many parts each draft differs from the current version, only to callers who ask", async () => {
    await owner.call(operations.createSnippet, { params: { projectId }, body: { name: "head", html: "<p>Head</p>" } });
    const translations = { en: { title: "Bill" } };
    const first = { ...draftSource, html: "{{> head }}one", settings: { header: "<p>1</p>", format: "A5" as const } };
    const { publish, save, makeCurrent } = await startTemplate({ ...first, translations });
    const changes = async (query: { include?: "draftChanges" } = { include: "draftChanges" }) => {
      const { templates } = await key.call(operations.listTemplates, { query });
      return templates.map(({ draftChanges }) => draftChanges);
    };
    expect(await changes()).toEqual([null]);
    await publish(1);
    expect(await changes()).toEqual([0]);
    await save({
      html: "two",
      css: "",
      settings: { footer: "<p>2</p>" },
      dataSets: [{ name: "Two", json: "{}" }],
      translations: { de: { title: "Rechnung" }, ...translations },
    });
    // HTML, CSS, header, footer, format, both data sets, and the texts in German.
    expect(await changes()).toEqual([8]);
    await publish(2);
    expect(await changes()).toEqual([0]);
    await makeCurrent("1", 2);
    expect(await changes()).toEqual([8]);
    expect(await changes({})).toEqual([undefined]);
  });

  test("a version can be copied back into the draft", async () => {
    const { publish, save, restore } = await startTemplate({ ...draftSource, html: "one" });
    await publish(1);
    await save({ html: "two" });
    await expect(restore("1", 1)).rejects.toMatchObject({ code: "template.edit_conflict" });
    await expect(restore("2", 2)).rejects.toMatchObject({ code: "template.not_found" });
    await expect(restore("1", 2)).resolves.toMatchObject({ html: "one", revision: 3 });
  });

  test("an older version becomes the current one, only in the place of the one that the request names", async () => {
    const { params, publish, save, makeCurrent, getDraft } = await startTemplate({ ...draftSource, html: "one" });
    await publish(1);
    await save({ html: "two" });
    await publish(2);
    const draft = await getDraft();
    await expect(makeCurrent("1", 2)).resolves.toMatchObject({ version: 1 });
    // As after an answer that was lost on its way.
    await expect(makeCurrent("1", 2)).resolves.toMatchObject({ version: 1 });
    await expect(makeCurrent("2", 1)).resolves.toMatchObject({ version: 2 });
    await expect(makeCurrent("1", 1)).rejects.toMatchObject({
      code: "template.edit_conflict",
      details: [{ path: "current", message: "must be 2, the current version" }],
    });
    await expect(makeCurrent("3", 2)).rejects.toMatchObject({ code: "template.not_found" });
    await makeCurrent("1", 2);
    expect(await getDraft()).toEqual(draft);
    await expect(publish(2)).resolves.toMatchObject({ version: 3 });
    const { versions } = await owner.call(operations.listVersions, { params, query: {} });
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test("of two requests that make another version current in the place of the same one, one succeeds", async () => {
    const { publish, makeCurrent } = await startTemplate({ ...draftSource, html: "one" });
    for (let count = 0; count < 3; count += 1) await publish(1);
    const outcomes = await Promise.allSettled([makeCurrent("1", 3), makeCurrent("2", 3)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
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
  expect(all.samples).toEqual(
    samples.map(({ sampleData: _value, assets: _assets, snippets: _snippets, ...sample }) => sample),
  );
  expect(all.pagination).toEqual({ page: 1, pageSize: 20, total: 9, totalPages: 1 });
  const last = await stranger.call(operations.listSamples, { query: { page: 2, pageSize: 5 } });
  expect(last).toEqual({
    samples: all.samples.slice(5),
    pagination: { page: 2, pageSize: 5, total: 9, totalPages: 2 },
  });
});

describe("a template that starts from a sample", () => {
  const listNames = async (project = projectId) => {
    const params = { projectId: project };
    const { assets } = await owner.call(operations.listAssets, { params });
    const { snippets } = await owner.call(operations.listSnippets, { params });
    return [...assets.map(({ name }) => name), ...snippets.map(({ name }) => name)];
  };
  const brought = ["fraunces.woff2", "logo.svg", "letterhead", "price-table"];
  const createOffer = (body: Partial<TemplateBody> = {}) => createTemplate({ name: "Offer", sample: "offer", ...body });
  const createSnippet = (html: string) =>
    owner.call(operations.createSnippet, { params: { projectId }, body: { name: "letterhead", html } });

  test.each(samples)("$slug: has the whole sample and no warning, and can be published", async (sample) => {
    const { slug, name, description, tags, html, css, settings, dataSets, translations } = sample;
    const { template, draft, ...rest } = await createTemplate({ name, sample: slug });
    expect(rest).toEqual({});
    expect(template).toMatchObject({ name, description, tags });
    expect(draft).toMatchObject({ html, css, settings, dataSets, translations });
    expect(draft).not.toHaveProperty("warnings");
    const params = { projectId, templateId: template.templateId };
    const published = await owner.call(operations.publishDraft, { params, body: { revision: 1 } });
    expect(published).not.toHaveProperty("warnings");
    expect(await listNames()).toEqual(slug === "offer" ? brought : []);
  });

  test("what the request says takes the place of the sample's", async () => {
    const { template, draft } = await createOffer({ name: "Proposal", css: "p {}", tags: ["own"] });
    expect(template).toMatchObject({ name: "Proposal", tags: ["own"] });
    expect(draft).toMatchObject({ css: "p {}", html: samples.find(({ slug }) => slug === "offer")?.html });
  });

  test("its assets and snippets come once, and to its own project alone", async () => {
    const other = await catalog.createProject(owner);
    await createOffer();
    const again = await createOffer({ name: "Second offer" });
    expect(again).not.toHaveProperty("kept");
    expect(await listNames()).toEqual(brought);
    expect(await listNames(other)).toEqual([]);
  });

  test("a snippet or an asset of the project stays as it is, and the answer names it", async () => {
    await createSnippet("<header>Own</header>{{$ body }}{{/ body }}");
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const { sha256 } = await owner.call(operations.uploadAsset, {
      params: { projectId },
      query: { name: "logo.svg" },
      bytes: logo,
    });
    const { kept, draft } = await createOffer();
    expect(kept).toEqual([
      { kind: "asset", name: "logo.svg" },
      { kind: "snippet", name: "letterhead" },
    ]);
    // The project's letterhead has no such blocks.
    expect(draft.warnings?.map(({ message }) => message)).toEqual([
      expect.stringContaining('"recipient"'),
      expect.stringContaining('"facts"'),
      expect.stringContaining('"subject"'),
    ]);
    const { assets } = await owner.call(operations.listAssets, { params: { projectId } });
    expect(assets.find(({ name }) => name === "logo.svg")).toMatchObject({ sha256, revision: 1 });
    expect(await listNames()).toEqual(brought);
  });

  test("a snippet of the sample whose CSS alone was changed is the project's own too", async () => {
    await createOffer();
    const { snippets } = await owner.call(operations.listSnippets, { params: { projectId } });
    const params = { projectId, snippetId: snippets.find(({ name }) => name === "letterhead")?.snippetId ?? "" };
    const { html, revision } = await owner.call(operations.getSnippet, { params });
    await owner.call(operations.saveSnippet, { params, body: { html, css: "p {}", revision } });
    const { kept } = await createOffer({ name: "Second offer" });
    expect(kept).toEqual([{ kind: "snippet", name: "letterhead" }]);
  });

  test("a template that is refused brings nothing", async () => {
    await createTemplate({ name: "Offer" });
    expect(await problemOf(createOffer())).toMatchObject({ code: "template.name_taken" });
    expect(await problemOf(createOffer({ name: "New", html: "{{> unknown }}" }))).toMatchObject({
      code: "template.syntax_invalid",
    });
    expect(await problemOf(createOffer({ name: "New", sample: "proposal" }))).toMatchObject({
      code: "request.invalid",
      details: [{ path: "sample", message: "is not the slug of a sample" }],
    });
    expect(await listNames()).toEqual([]);
  });

  test("its preview has the sample's library before there is a template, or the project's own", async () => {
    const { html = "", css, settings } = samples.find(({ slug }) => slug === "offer") ?? {};
    const preview = async () => {
      const { sourceId } = await owner.call(operations.openSourcePreview, {
        params: { projectId },
        body: { name: "Offer", html, css, settings, sample: "offer" },
      });
      const worker = catalog.withBearer(
        catalog.grant({ documentId: createId("document"), projectId, sourceId, preview: true }),
      );
      return { worker, source: await worker(operations.getTemplateSource, { params: { sourceId } }) };
    };
    const { worker, source } = await preview();
    expect(source.html).toContain("Northlight Workshop");
    expect(source.library?.fonts.map(({ family }) => family)).toEqual(["Fraunces"]);
    for (const { sha256 } of source.library?.files ?? []) {
      await worker(operations.getSourceAsset, { params: { sourceId: source.sourceId, sha256 } });
    }
    expect(source.library?.files).toHaveLength(1);
    expect(await listNames()).toEqual([]);
    await createSnippet("<header>Own</header>{{$ body }}{{/ body }}");
    expect((await preview()).source.html).toContain("<header>Own</header>");
  });
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
      dialect: 2,
    });
    await expect(grantFor(createId("templateVersion"))(operations.getTemplateSource, { params })).rejects.toMatchObject(
      { code: "auth.token_invalid", status: 401 },
    );
    await expect(
      grantFor(sourceId, createId("project"))(operations.getTemplateSource, { params }),
    ).rejects.toMatchObject({ code: "template.not_found" });
  });

  test("a template of dialect 1 means what it meant, until its next save", async () => {
    const html = "{{ a | b }}";
    const { params, preview, publish, save, restore } = await startTemplate({ ...draftSource, html: "x" });
    const connection = new Client(catalog.database.url);
    await connection.connect();
    const update = "UPDATE template_drafts SET html = $1, dialect = 1 WHERE template_id = $2";
    await connection.query(update, [html, params.templateId]);
    await connection.end();
    const dialectOf = async (sourceId: string) => {
      const { dialect } = await grantFor(sourceId)(operations.getTemplateSource, { params: { sourceId } });
      return dialect;
    };
    expect(await dialectOf((await preview({})).sourceId)).toBe(1);
    expect(await problemOf(preview({ html: `${html}!` }))).toMatchObject({ code: "template.syntax_invalid" });
    await publish(1);
    const { sourceId } = await key.createDocument({ templateId: params.templateId });
    expect(await dialectOf(sourceId)).toBe(1);
    expect(await problemOf(save({ html }))).toMatchObject({
      code: "template.syntax_invalid",
      details: [{ path: "html", line: 1, column: 8, message: expect.stringMatching(/^Platen has no format "b"/) }],
    });
    await save({ html: "{{ a | upper }}" });
    expect(await dialectOf((await preview({})).sourceId)).toBe(2);
    await restore("1", 2);
    expect(await dialectOf((await preview({})).sourceId)).toBe(1);
    expect(await dialectOf(sourceId)).toBe(1);
  });

  test("a preview uses the draft with the given parts, and equal content keeps its id", async () => {
    const { template, preview } = await startTemplate(draftSource);
    const first = await preview({});
    expect(first).toMatchObject({
      projectId,
      templateId: template.templateId,
      templateName: "Invoice",
      version: 0,
      dataJson: draftSource.dataSets[0]?.json,
    });
    const second = await preview({ html: draftSource.html });
    expect(second.sourceId).toBe(first.sourceId);
    expect(second.documentId).not.toBe(first.documentId);
    const landscape = await preview({ html: "other", settings: { orientation: "landscape" } });
    expect(landscape.sourceId).not.toBe(first.sourceId);
    await expect(
      grantFor(landscape.sourceId)(operations.getTemplateSource, { params: { sourceId: landscape.sourceId } }),
    ).resolves.toMatchObject({ html: "other", css: draftSource.css, settings: { orientation: "landscape" } });
    await expect(key.call(operations.listDocuments, {})).resolves.toMatchObject({ pagination: { total: 0 } });
  });
});
