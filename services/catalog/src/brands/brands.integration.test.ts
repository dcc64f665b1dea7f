import { beforeEach, expect, test } from "@jest/globals";
import type { Brand } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount } from "../testing/test-catalog.ts";
import { png } from "../testing/test-files.ts";

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
    { name: "Signal blue", value: "#14438c" },
    { name: "Ink", value: "#1b2440" },
  ],
  textFont: "Inter",
  headingFont: "Brand Sans",
  logoAssetId: null,
  legalLine: "Example Ltd, 1 Mill Lane, No. 12345",
};

const save = (by: TestAccount, body: Brand, to = params) => by.call(operations.saveBrand, { params: to, body });
const read = (by: TestAccount, from = params) => by.call(operations.getBrand, { params: from });
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
