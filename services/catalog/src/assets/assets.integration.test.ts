import { beforeEach, expect, test } from "@jest/globals";
import { createId } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { createStoredBytes } from "./stored-bytes.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { problemOf, type TestAccount } from "../testing/test-catalog.ts";
import { png, sfnt } from "../testing/test-files.ts";

const projectAssetBytes = 1_000_000;

const catalog = catalogForFile({ projectAssetBytes });

let owner: TestAccount;
let projectId: string;
beforeEach(async () => {
  owner = await catalog.createAccount();
  projectId = await catalog.createProject(owner);
});

const upload = (name: string, bytes: Uint8Array, into = projectId) =>
  owner.call(operations.uploadAsset, { params: { projectId: into }, query: { name }, bytes });
const of = (assetId: string) => ({ params: { projectId, assetId } });
const blobs = (where: string) =>
  catalog.dataSource.query<{ sha256: string }[]>(`SELECT sha256 FROM asset_blobs WHERE project_id = $1 AND ${where}`, [
    projectId,
  ]);
/** Lets the database believe that all bytes were last used so long ago. */
const age = (interval: string) =>
  catalog.dataSource.query(`UPDATE asset_blobs SET used_at = now() - interval '${interval}'`);

async function draftWith(parts: { html?: string; css?: string; settings?: { footer: string } }): Promise<string> {
  const body = { name: createId("template"), html: "<p>", ...parts };
  const { template } = await owner.call(operations.createTemplate, { params: { projectId }, body });
  return template.templateId;
}

/** Pins an asset in the current version of a template, as publishing does. */
async function pin(templateId: string, asset: { assetId: string; name: string; sha256: string }): Promise<string> {
  const [version] = await catalog.dataSource.query<{ version_id: string }[]>(
    `SELECT version_id FROM template_versions WHERE template_id = $1`,
    [templateId],
  );
  const versionId = version?.version_id ?? "";
  await catalog.dataSource.query(
    `INSERT INTO version_assets (version_id, name, project_id, asset_id, sha256) VALUES ($1, $2, $3, $4, $5)`,
    [versionId, asset.name, projectId, asset.assetId, asset.sha256],
  );
  return versionId;
}

test("an upload creates an asset, another replaces its bytes, and the same bytes again change nothing", async () => {
  const first = await upload("logo.png", png(10, 20));
  expect(first).toMatchObject({ name: "logo.png", kind: "picture", revision: 1, width: 10, height: 20 });
  expect(first.savedBy).toEqual({ accountId: owner.accountId, email: owner.email });
  expect(await upload("logo.png", png(10, 20))).toEqual(first);
  const second = await upload("logo.png", png(30, 20));
  expect(second).toMatchObject({ assetId: first.assetId, revision: 2, width: 30 });
  expect(await owner.call(operations.getAsset, of(first.assetId))).toEqual(second);
});

test("lists are paged, sorted, searched and restricted to a kind", async () => {
  for (const name of ["b.png", "a/one_1.png", "a/onex1.png"]) await upload(name, png(1, name.length));
  await upload("style.css", Buffer.from("p { color: red }"));
  const list = async (query: object) => {
    const { assets, pagination } = await owner.call(operations.listAssets, { params: { projectId }, query });
    return [pagination.total, ...assets.map(({ name }) => name)];
  };
  expect(await list({})).toEqual([4, "a/one_1.png", "a/onex1.png", "b.png", "style.css"]);
  expect(await list({ pageSize: 1, page: 2, sort: "name:desc" })).toEqual([4, "b.png"]);
  expect(await list({ search: "ONE_" })).toEqual([1, "a/one_1.png"]);
  expect(await list({ kind: "stylesheet" })).toEqual([1, "style.css"]);
});

test("the bytes of an asset are downloaded as they were uploaded, as a file", async () => {
  const bytes = png(5, 5);
  const { assetId } = await upload("flags/de.png", bytes);
  const response = await catalog.fetchFile(operations.getAssetContent, of(assetId).params, owner);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="de.png"');
});

test("a new name must be free and end as the file is", async () => {
  const { assetId } = await upload("logo.png", png(1, 1));
  await upload("other.png", png(2, 2));
  const rename = (name: string) => owner.call(operations.renameAsset, { ...of(assetId), body: { name } });
  expect(await problemOf(rename("other.png"))).toMatchObject({ code: "asset.name_taken", details: [{ path: "name" }] });
  expect(await problemOf(rename("logo.svg"))).toMatchObject({ code: "request.invalid", details: [{ path: "name" }] });
  expect(await rename("brand/logo.png")).toMatchObject({ assetId, name: "brand/logo.png", revision: 1 });
});

test.each<[string, Parameters<typeof draftWith>[0]]>([
  ["a picture", { html: `<img src="asset:flags/de.png">` }],
  ["a background", { css: "p { background: url(asset:flags/de.png) }" }],
  ["the footer", { settings: { footer: "<img src='asset:flags/de.png'>" } }],
  ["a name with a tag", { html: `<img src="asset:flags/{{ country }}.png">` }],
])("an asset that %s of a draft uses is not deleted, and the answer names the template", async (_what, parts) => {
  const { assetId } = await upload("flags/de.png", png(1, 1));
  const { assetId: unused } = await upload("flags.png", png(1, 1));
  const templateId = await draftWith(parts);
  const { name } = await owner.call(operations.getTemplate, { params: { projectId, templateId } });
  const problem = await problemOf(owner.call(operations.deleteAsset, of(assetId)));
  expect(problem).toMatchObject({ code: "asset.in_use", details: [{ message: `The draft of ${name} uses it.` }] });
  expect(problem.message).toContain(name);
  expect(await owner.call(operations.getAssetUses, of(assetId))).toMatchObject({
    templates: [{ templateId, isInDraft: true, currentVersion: null, isCurrent: true }],
  });
  await owner.call(operations.deleteAsset, of(unused));
  expect((await problemOf(owner.call(operations.getAsset, of(unused)))).code).toBe("asset.not_found");
});

test("an asset that a snippet uses is not deleted, and a font also counts as used by its family", async () => {
  const picture = await upload("logo.png", png(1, 1));
  const font = await upload("brand.ttf", sfnt());
  const snippet = (name: string, source: { html: string; css: string }) =>
    owner.call(operations.createSnippet, { params: { projectId }, body: { name, ...source } });
  await snippet("letterhead", { html: '<img src="asset:logo.png">', css: "" });
  await snippet("plain", { html: "<p>Brand Sans", css: "p { font: 12px serif }" });
  expect(await problemOf(owner.call(operations.deleteAsset, of(picture.assetId)))).toMatchObject({
    code: "asset.in_use",
    details: [{ message: "The snippet letterhead uses it." }],
  });
  expect((await owner.call(operations.getAssetUses, of(picture.assetId))).snippets).toEqual(["letterhead"]);
  expect((await owner.call(operations.getAssetUses, of(font.assetId))).snippets).toEqual([]);
  await snippet("branded", { html: "<p>", css: "p { font-family: serif, 'brand sans' }" });
  expect((await owner.call(operations.getAssetUses, of(font.assetId))).snippets).toEqual(["branded"]);
});

test.each([
  ["font: bold 12px/1.5 Brand Sans, serif", true],
  ["font-family: serif, 'Brand Sans' !important", true],
  ["font-family: 'Brand Sans Tight', serif", false],
  ["font-family: Brand Sans Tight", false],
  ["font-family: OldBrand Sans, Brand Sans-2", false],
])("the styles `%s` use the font Brand Sans: %s", async (styles, expected) => {
  const { assetId } = await upload("brand.ttf", sfnt());
  await draftWith({ html: `<p style="${styles}" class="a">`, css: `p { ${styles} }` });
  const { templates } = await owner.call(operations.getAssetUses, of(assetId));
  expect(templates.length > 0).toBe(expected);
});

test("another name that begins with an asset's is not its use", async () => {
  const { assetId } = await upload("logo.png", png(1, 1));
  await draftWith({ html: `<img src="asset:logo.png2"> asset: logo.png <img src="asset:x/logo.png">` });
  await owner.call(operations.deleteAsset, of(assetId));
});

test("a version keeps the bytes with which it was published, and tells when the asset has newer ones", async () => {
  const bytes = png(7, 7);
  const asset = await upload("logo.png", bytes);
  const templateId = await catalog.publishTemplate(owner, projectId);
  const sourceId = await pin(templateId, asset);
  const uses = async () => (await owner.call(operations.getAssetUses, of(asset.assetId))).templates;
  expect(await uses()).toMatchObject([{ templateId, isInDraft: false, currentVersion: 1, isCurrent: true }]);
  await upload("logo.png", png(8, 8));
  expect(await uses()).toMatchObject([{ currentVersion: 1, isCurrent: false }]);
  await owner.call(operations.deleteAsset, of(asset.assetId));
  await age("2 days");
  await catalog.dependencies.assetStore.removeUnused();
  expect(await blobs("true")).toEqual([{ sha256: asset.sha256 }]);

  const read = (grantProject: string, source: string, sha256: string) =>
    catalog.fetchByGrant(
      operations.getSourceAsset,
      { sourceId: source, sha256 },
      { documentId: createId("document"), projectId: grantProject, sourceId: source, preview: false },
    );
  const answer = await read(projectId, sourceId, asset.sha256);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(answer.headers.get("content-type")).toBe("image/png");
  // Another project, another source, and bytes of the project that the source does not use.
  const other = await upload("other.png", png(9, 9));
  const otherSource = createId("templateVersion");
  const statuses = await Promise.all([
    read(await catalog.createProject(owner), sourceId, asset.sha256),
    read(projectId, otherSource, asset.sha256),
    read(projectId, sourceId, other.sha256),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("bytes that nothing names are removed after a day, and those of another project stay", async () => {
  const elsewhere = await catalog.createProject(owner);
  await upload("logo.png", png(1, 1), elsewhere);
  const { assetId } = await upload("logo.png", png(1, 1));
  await upload("kept.png", png(2, 2));
  await owner.call(operations.deleteAsset, of(assetId));
  await catalog.dependencies.assetStore.removeUnused();
  expect(await blobs("true")).toHaveLength(2);
  await age("25 hours");
  await catalog.dependencies.assetStore.removeUnused();
  expect(await blobs("true")).toHaveLength(1);
  const { assets } = await owner.call(operations.listAssets, { params: { projectId: elsewhere } });
  expect(assets).toHaveLength(1);
});

test("a project has room for so many bytes, and bytes that nothing uses make way", async () => {
  const large = (fill: number) => Buffer.concat([png(1, 1), Buffer.alloc(600_000, fill)]);
  await upload("a.png", large(1));
  expect(await problemOf(upload("b.png", large(2)))).toMatchObject({
    status: 409,
    code: "quota.reached",
    message: expect.stringContaining("1,000,000 bytes"),
  });
  // The bytes that it replaces stay for a minute.
  expect((await problemOf(upload("a.png", large(2)))).code).toBe("quota.reached");
  const { assets } = await owner.call(operations.listAssets, { params: { projectId } });
  await owner.call(operations.deleteAsset, of(assets[0]?.assetId ?? ""));
  await age("2 minutes");
  expect(await upload("b.png", large(2))).toMatchObject({ revision: 1 });
});

test("the metric counts the bytes of all projects, those of a replaced file included", async () => {
  const counted = () =>
    new Promise<number>((resolve) => {
      const { assetStore: store, logger } = catalog.dependencies;
      const housekeeping = createStoredBytes({ store, logger, report: (bytes) => resolve(bytes) });
      void housekeeping.close();
    });
  const before = await counted();
  const files = [png(1, 1), Buffer.concat([png(1, 1), Buffer.alloc(5_000)])];
  for (const bytes of files) await upload("logo.png", bytes);
  await upload("logo.png", png(1, 1), await catalog.createProject(owner));
  const added = files.reduce((sum, bytes) => sum + bytes.byteLength, png(1, 1).byteLength);
  expect(await counted()).toBe(before + added);
});

test("a deleted project leaves no bytes", async () => {
  await upload("logo.png", png(1, 1));
  const templateId = await catalog.publishTemplate(owner, projectId);
  await pin(templateId, await upload("logo.png", png(2, 2)));
  await owner.call(operations.deleteProject, { params: { projectId }, query: { confirmName: "Billing" } });
  expect(await blobs("true")).toEqual([]);
});
