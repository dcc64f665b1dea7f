import { beforeEach, expect, test } from "@jest/globals";
import { createId } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { problemOf, type TestAccount } from "../testing/test-catalog.ts";
import { fontTables, png, sfnt } from "../testing/test-files.ts";
import { createAssetStore } from "./asset-store.ts";

const catalog = catalogForFile();

let owner: TestAccount;
let projectId: string;
let params: { projectId: string };
beforeEach(async () => {
  owner = await catalog.createAccount();
  projectId = await catalog.createProject(owner);
  params = { projectId };
});

const svg = (color: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" fill="${color}"/>`);
const upload = (name: string, bytes: Buffer, into = projectId) =>
  owner.call(operations.uploadAsset, { params: { projectId: into }, query: { name }, bytes });

async function publish(body: object, note = ""): Promise<string> {
  const { template } = await owner.call(operations.createTemplate, {
    params,
    body: { name: createId("template"), html: "", ...body },
  });
  await owner.call(operations.publishDraft, {
    params: { projectId, templateId: template.templateId },
    body: { revision: 1, note },
  });
  return template.templateId;
}

function grantFor(sourceId: string) {
  return { documentId: createId("document"), projectId, sourceId, preview: false };
}

/** What a worker reads of a source: its texts, and the bytes of each file. */
async function sourceWithBytes(sourceId: string) {
  const read = catalog.withBearer(catalog.grant(grantFor(sourceId)));
  const source = await read(operations.getTemplateSource, { params: { sourceId } });
  const digests = [...(source.library?.files ?? []), ...(source.library?.fonts ?? [])].map((file) => file.sha256);
  const bytes = await Promise.all(
    digests.map(async (digest) => {
      const response = await catalog.fetchByGrant(
        operations.getSourceAsset,
        { sourceId, sha256: digest },
        grantFor(sourceId),
      );
      return sha256(Buffer.from(await response.arrayBuffer()).toString("latin1"));
    }),
  );
  return { source, bytes };
}

async function sourceOf(templateId: string): Promise<string> {
  const [version] = await catalog.dataSource.query<{ version_id: string }[]>(
    "SELECT version_id FROM template_versions WHERE template_id = $1 ORDER BY version LIMIT 1",
    [templateId],
  );
  return version?.version_id ?? "";
}

const everything = {
  html: `{{< letter }}{{$ body }}{{> letterhead }}<img src="asset:flags/{{ country }}.png"><p style="font-family: 'Brand Sans'">{{@t.hello}}</p>{{/ body }}{{/ letter }}`,
  translations: { en: { hello: "Hello" }, de: { hello: "Hallo" } },
  css: '@import "asset:brand.css"; @font-face { font-family: Own; src: url(asset:own.ttf); unicode-range: U+0-FF }',
  settings: { footer: '<img src="asset:mark.svg">' },
};

async function uploadEverything(): Promise<void> {
  await upload("logo.svg", svg("red"));
  await upload("paper.png", png(3, 4));
  await upload("flags/de.png", png(5, 6));
  await upload("mark.svg", svg("blue"));
  await upload("brand.css", Buffer.from(".paper { background: url(asset:paper.png) }"));
  await upload("brand.ttf", sfnt());
  await upload("own.ttf", sfnt(fontTables({ family: "Other" })));
  await owner.call(operations.createSnippet, {
    params,
    body: { name: "letterhead", html: '<img src="asset:logo.svg">' },
  });
}

test("a version keeps its texts and bytes while all assets, snippets and translations that it uses change, move and go", async () => {
  await uploadEverything();
  await owner.call(operations.createSnippet, {
    params,
    body: { name: "letter", html: "{{$ body }}{{/ body }}<p>{{@t.closing}}</p>" },
  });
  const translate = (changes: Record<string, Record<string, string | null>>) =>
    owner.call(operations.changeTranslations, { params, body: { changes } });
  await translate({ en: { closing: "Yours" }, de: { closing: "Gruß" } });
  const templateId = await publish(everything);
  const sourceId = await sourceOf(templateId);
  const before = await sourceWithBytes(sourceId);
  expect(before.source.html).toMatch(
    /^<img src="https:\/\/assets\.invalid\/[0-9a-f]{64}"><img src="https:.*\/flags\/\{\{ country \}\}\.png">/,
  );
  expect(before.source.messages?.languages).toEqual({
    en: { hello: "Hello", closing: "Yours" },
    de: { hello: "Hallo", closing: "Gruß" },
  });
  expect(before.source.css).toMatch(/^\.paper \{ background: url\(https:\/\/assets\.invalid\/[0-9a-f]{64}\) \}\s*$/);
  expect(before.source.settings.footer).toBe(`<img src="data:image/svg+xml;base64,${svg("blue").toString("base64")}">`);
  expect(before.source.library?.files.map(({ contentType }) => contentType).toSorted()).toEqual([
    "image/png",
    "image/png",
    "image/svg+xml",
  ]);
  expect(before.source.library?.fonts).toEqual([
    {
      family: "Own",
      weight: "normal",
      style: "normal",
      unicodeRange: "U+0-FF",
      sha256: expect.any(String),
      sizeBytes: sfnt(fontTables({ family: "Other" })).length,
    },
    { family: "Brand Sans", weight: "400", style: "normal", sha256: expect.any(String), sizeBytes: sfnt().length },
  ]);

  const draft = {
    ...everything,
    html: "",
    css: "",
    settings: {},
    translations: {},
    dataSets: [{ name: "One", json: "{}" }],
    revision: 1,
  };
  await owner.call(operations.saveDraft, { params: { projectId, templateId }, body: draft });
  const { assets } = await owner.call(operations.listAssets, { params, query: {} });
  await upload("logo.svg", svg("green"));
  await upload("brand.css", Buffer.from("p {}"));
  await translate({ en: { closing: "Bye", hello: "Other" }, de: { closing: null } });
  const { snippets } = await owner.call(operations.listSnippets, { params, query: {} });
  for (const { snippetId, revision } of snippets) {
    const ofSnippet = { projectId, snippetId };
    const body = { name: `old-${snippetId.slice(-4).toLowerCase()}`, html: "changed", css: "", revision };
    await owner.call(operations.saveSnippet, { params: ofSnippet, body });
    await owner.call(operations.deleteSnippet, { params: ofSnippet });
  }
  for (const { assetId, name } of assets) {
    const ofAsset = { projectId, assetId };
    await owner.call(operations.renameAsset, { params: ofAsset, body: { name: `old/${name}` } });
    await owner.call(operations.deleteAsset, { params: ofAsset });
  }
  await catalog.dataSource.query("UPDATE asset_blobs SET used_at = now() - interval '2 days'");
  await createAssetStore(catalog.dataSource).removeUnused();

  expect(await sourceWithBytes(sourceId)).toEqual(before);
  const left = await catalog.dataSource.query<unknown[]>("SELECT FROM asset_blobs WHERE project_id = $1", [projectId]);
  expect(left).toHaveLength(7);
  // The author's own texts are in the version too.
  const version = await owner.call(operations.getVersion, { params: { projectId, templateId, version: "1" } });
  expect(version).toMatchObject(everything);
});

test("a name of no asset is a warning on save, is refused on publish, and leaves a preview without the file", async () => {
  await upload("logo.svg", svg("red"));
  const html = '<p>\n<img src="asset:logo.svg"> <img src="asset:log.svg">';
  const { template, draft } = await owner.call(operations.createTemplate, { params, body: { name: "A", html } });
  const mistake = {
    path: "html",
    line: 2,
    column: 38,
    message: "The project has no asset `log.svg`. Did you mean `asset:logo.svg`?",
  };
  expect(draft.warnings).toEqual([mistake]);
  const ofTemplate = { projectId, templateId: template.templateId };
  expect(
    await problemOf(owner.call(operations.publishDraft, { params: ofTemplate, body: { revision: 1 } })),
  ).toMatchObject({
    code: "template.syntax_invalid",
    message: `html, line 2, column 38: ${mistake.message}`,
    details: [mistake],
  });
  const { sourceId } = await owner.call(operations.openPreview, { params: ofTemplate, body: {} });
  const { source, bytes } = await sourceWithBytes(sourceId);
  expect(source.html).toMatch(/<img src="https:\/\/assets\.invalid\/missing\/log\.svg">$/);
  expect(bytes).toEqual([sha256(svg("red").toString("latin1"))]);
});

test("a preview shows an asset as it is now, and keeps it while it is shown", async () => {
  await upload("logo.svg", svg("red"));
  const open = () =>
    owner.call(operations.openSourcePreview, { params, body: { name: "A", html: '<img src="asset:logo.svg">' } });
  const first = await open();
  expect((await open()).sourceId).toBe(first.sourceId);
  await upload("logo.svg", svg("green"));
  const second = await open();
  expect((await sourceWithBytes(second.sourceId)).bytes).toEqual([sha256(svg("green").toString("latin1"))]);
  await catalog.dataSource.query("UPDATE asset_blobs SET used_at = now() - interval '2 days'");
  await createAssetStore(catalog.dataSource).removeUnused();
  expect((await sourceWithBytes(first.sourceId)).bytes).toEqual([sha256(svg("red").toString("latin1"))]);
});

test("a template finds neither the assets nor the fonts of another project", async () => {
  const other = await catalog.createProject(owner);
  await upload("logo.svg", svg("red"), other);
  await upload("brand.ttf", sfnt(), other);
  const html = `<p style="font-family: Brand Sans">`;
  const templateId = await publish({ html });
  const { source } = await sourceWithBytes(await sourceOf(templateId));
  expect(source).toMatchObject({ html });
  expect(source).not.toHaveProperty("library");
  expect(await problemOf(publish({ html: '<img src="asset:logo.svg">' }))).toMatchObject({
    code: "template.syntax_invalid",
    details: [{ message: expect.stringContaining("has no asset `logo.svg`") }],
  });
});
