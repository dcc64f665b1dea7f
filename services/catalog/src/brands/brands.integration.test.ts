import { beforeEach, expect, test } from "@jest/globals";
import { createId, type Brand, type RequestOf } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { problemOf, type TestAccount } from "../testing/test-catalog.ts";
import { fontTables, png, sfnt } from "../testing/test-files.ts";

const catalog = catalogForFile();

let owner: TestAccount;
let params: { projectId: string };
beforeEach(async () => {
  owner = await catalog.createAccount();
  params = { projectId: await catalog.createProject(owner) };
});

const none: Brand = { colours: [], textFont: null, headingFont: null, logoAssetId: null, legalLine: "" };
const full: Brand = {
  colours: [
    { name: "Signal blue", value: "#14438c", variable: "signal-blue" },
    { name: "Ink", value: "#1b2440", variable: "ink" },
  ],
  textFont: "Inter",
  headingFont: "Brand Sans",
  logoAssetId: null,
  legalLine: "Example Ltd, 1 Mill Lane, No. 12345",
};

type GivenBrand = RequestOf<typeof operations.saveBrand>["body"];

const save = (by: TestAccount, body: GivenBrand, to = params) => by.call(operations.saveBrand, { params: to, body });
const read = (by: TestAccount, from = params) => by.call(operations.getBrand, { params: from });
const usesIn = (from = params) => owner.call(operations.getBrandUses, { params: from });
const uploadLogo = (to = params) =>
  owner.call(operations.uploadAsset, { params: to, query: { name: "logo.png" }, bytes: png(10, 10) });

test("editors save a brand, viewers read it, and only members of the project do either", async () => {
  const [editor, viewer] = await Promise.all([
    catalog.createMember(params.projectId, "editor"),
    catalog.createMember(params.projectId, "viewer"),
  ]);
  expect(await read(viewer)).toEqual(none);
  expect(await save(editor, full)).toEqual(full);
  expect(await read(viewer)).toEqual(full);
  await expect(save(viewer, none)).rejects.toMatchObject({ code: "auth.scope_missing" });

  const stranger = await catalog.createAccount();
  await expect(read(stranger)).rejects.toMatchObject({ code: "project.not_found" });
  await expect(save(stranger, none)).rejects.toMatchObject({ code: "project.not_found" });
  const other = { projectId: await catalog.createProject(owner) };
  await save(owner, { ...none, legalLine: "Another" }, other);
  expect(await read(viewer)).toEqual(full);
});

test("a logo is a picture of the same project, and the brand forgets it when the picture is deleted", async () => {
  const { assetId } = await uploadLogo();
  expect(await save(owner, { ...full, logoAssetId: assetId })).toMatchObject({ logoAssetId: assetId });
  const other = { projectId: await catalog.createProject(owner) };
  const foreign = await uploadLogo(other);
  const style = await owner.call(operations.uploadAsset, {
    params,
    query: { name: "style.css" },
    bytes: Buffer.from("p { color: red }"),
  });
  for (const logoAssetId of [foreign.assetId, style.assetId]) {
    await expect(save(owner, { ...full, logoAssetId })).rejects.toMatchObject({
      code: "request.invalid",
      details: [{ path: "logoAssetId", message: "must be the id of a picture of the project's library" }],
    });
  }
  expect(await read(owner)).toMatchObject({ logoAssetId: assetId });
  await owner.call(operations.deleteAsset, { params: { ...params, assetId } });
  expect(await read(owner)).toEqual(full);
});

test("a font that would leave its quotes in a stylesheet, two colours of one name and other notations are refused", async () => {
  const [blue] = full.colours;
  for (const change of [
    { textFont: 'Inter"; } body { display: none' },
    { headingFont: "" },
    { colours: [{ name: "Blue", value: "blue" }] },
    { colours: blue ? [blue, { ...blue, value: "#000000" }] : [] },
    { legalLine: "two\nlines" },
  ]) {
    await expect(save(owner, { ...full, ...change })).rejects.toMatchObject({ code: "request.invalid" });
  }
});

type Parts = { html?: string; css?: string; settings?: object };

async function createTemplate(name: string, parts: Parts, within = params) {
  const { template, draft } = await owner.call(operations.createTemplate, {
    params: within,
    body: { name, html: "<p>a</p>", ...parts },
  });
  const inTemplate = { ...within, templateId: template.templateId };
  return {
    templateId: template.templateId,
    draft,
    publish: () => owner.call(operations.publishDraft, { params: inTemplate, body: { revision: 1 } }),
    republish: (version: number) =>
      owner.call(operations.republishVersion, { params: { ...inTemplate, version: String(version) } }),
    previewVersion: (version: number) =>
      owner.call(operations.openStoredPreview, { params: inTemplate, body: { version } }),
    preview: () => owner.call(operations.openPreview, { params: inTemplate, body: {} }),
    getVersion: (version: number) =>
      owner.call(operations.getVersion, { params: { ...inTemplate, version: String(version) } }),
  };
}

/** The source that a worker prints. */
function sourceOf(sourceId: string) {
  const claims = { documentId: createId("document"), projectId: params.projectId, sourceId, preview: true };
  return catalog.withBearer(catalog.grant(claims))(operations.getTemplateSource, { params: { sourceId } });
}

const bluer: Brand = {
  ...full,
  colours: full.colours.map((colour) => (colour.name === "Ink" ? colour : { ...colour, value: "#0000ff" })),
};

test("a version prints the brand as it was until it is published again, and the draft's preview prints it as it is", async () => {
  await save(owner, full);
  const css = "h1 { color: var(--brand-signal-blue) }";
  const template = await createTemplate("Invoice", { css });
  await template.publish();
  const unused = await createTemplate("Letter", { css: "h1 { color: var(--brand-ink) }" });
  await unused.publish();
  const used = { isInDraft: true, currentVersion: 1, isCurrent: true };
  expect(await usesIn()).toEqual({
    templates: [
      { ...used, templateId: template.templateId, name: "Invoice" },
      { ...used, templateId: unused.templateId, name: "Letter" },
    ],
    snippets: [],
  });

  await save(owner, bluer);
  const cssOf = async ({ sourceId }: { sourceId: string }) => (await sourceOf(sourceId)).css;
  expect(await cssOf(await template.previewVersion(1))).toBe(`:where(:root) { --brand-signal-blue: #14438c; }\n${css}`);
  expect(await cssOf(await template.preview())).toBe(`:where(:root) { --brand-signal-blue: #0000ff; }\n${css}`);
  expect((await usesIn()).templates).toMatchObject([
    { name: "Invoice", isCurrent: false },
    { name: "Letter", isCurrent: true },
  ]);

  expect(await template.republish(1)).toMatchObject({ version: 2 });
  expect(await cssOf(await template.previewVersion(2))).toContain("#0000ff");
  expect(await cssOf(await template.previewVersion(1))).toContain("#14438c");
  expect(await template.getVersion(2)).toMatchObject({ css });
  expect((await usesIn()).templates).toMatchObject([{ currentVersion: 2, isCurrent: true }, { isCurrent: true }]);
});

test("snippets, headers and fonts of the project take part, and a value given for a colour that comes later is a change", async () => {
  const { assetId } = await owner.call(operations.uploadAsset, {
    params,
    query: { name: "brand.ttf" },
    bytes: sfnt(fontTables({ family: "Brand Sans" })),
  });
  expect(assetId).toBeTruthy();
  await save(owner, { ...full, colours: [] });
  await owner.call(operations.createSnippet, {
    params,
    body: { name: "head", html: "<h1>a</h1>", css: "h1 { font-family: var(--brand-heading-font) }" },
  });
  const header = '<b style="color: var(--brand-main, red)">a</b>';
  const template = await createTemplate("Offer", { html: "{{> head }}", settings: { header } });
  await template.publish();
  const source = await sourceOf((await template.previewVersion(1)).sourceId);
  expect(source.css).toContain('--brand-heading-font: "Brand Sans";');
  expect(source.settings.header).toBe(header);
  expect(source.library?.fonts).toMatchObject([{ family: "Brand Sans" }]);
  expect(await usesIn()).toMatchObject({ templates: [{ isInDraft: true, isCurrent: true }], snippets: ["head"] });

  await save(owner, full);
  expect((await usesIn()).templates).toMatchObject([{ currentVersion: 1, isCurrent: false }]);
  await template.republish(1);
  const updated = await sourceOf((await template.previewVersion(2)).sourceId);
  expect(updated.settings.header).toBe(`<style>:where(:root) { --brand-main: #14438c; }\n</style>${header}`);
});

test("a name that the brand lacks is a warning about a draft, and refused when it is published", async () => {
  await save(owner, full);
  const template = await createTemplate("Invoice", { css: "\nh1 { color: var(--brand-red) }" });
  const warning = { path: "css", line: 2, column: 13, message: expect.stringContaining("no `--brand-red`") };
  expect(template.draft.warnings).toEqual([warning]);
  expect(await problemOf(template.publish())).toMatchObject({ code: "template.syntax_invalid", details: [warning] });
  await save(owner, { ...full, colours: [...full.colours, { name: "Red", value: "#ff0000", variable: "red" }] });
  expect(await template.publish()).toMatchObject({ version: 1 });
});

test("a colour or font that drafts or snippets need stays, under any name, and others may go", async () => {
  await save(owner, full);
  await createTemplate("Invoice", {
    css: "h1 { color: var(--brand-signal-blue) } p { color: var( --brand-ink, #000 ) }",
  });
  await owner.call(operations.createSnippet, {
    params,
    body: { name: "head", html: `<h1 style="font-family: var(--brand-heading-font)">a</h1>`, css: "" },
  });
  const renamed = full.colours.map((colour) => ({ ...colour, name: `Our ${colour.name}` }));
  expect(await save(owner, { ...full, colours: renamed })).toMatchObject({
    colours: [{ name: "Our Signal blue", variable: "signal-blue" }, { variable: "ink" }],
  });
  expect(await problemOf(save(owner, none))).toMatchObject({
    code: "brand.in_use",
    status: 409,
    details: [
      { message: "The draft of Invoice uses `--brand-signal-blue`." },
      { message: "The snippet head uses `--brand-heading-font`." },
    ],
  });
  const left = { ...full, colours: full.colours.slice(0, 1), headingFont: null };
  expect(await save(owner, left)).toEqual(left);
});

test("another project's brand gives a template nothing, and its uses are not told", async () => {
  await save(owner, full);
  const other = { projectId: await catalog.createProject(owner) };
  const css = "h1 { color: var(--brand-ink, red) }";
  const template = await createTemplate("Invoice", { css }, other);
  await template.publish();
  expect(await usesIn()).toEqual({ templates: [], snippets: [] });
  expect((await usesIn(other)).templates).toMatchObject([{ templateId: template.templateId, isCurrent: true }]);
  expect(await save(owner, none)).toEqual(none);
  const stranger = await catalog.createAccount();
  expect(await problemOf(stranger.call(operations.getBrandUses, { params }))).toMatchObject({
    code: "project.not_found",
  });
});
