import { z } from "zod";
import { idSchema } from "../ids.ts";
import { keyOperation } from "../key-operation.ts";
import { operation } from "../operation.ts";
import { asset, assetKinds, assetName, assetSearch, assetUses, largestAssetBytes } from "../schemas/asset.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";

const tag = "Dashboard: assets";
const inProject = z.strictObject({ projectId: idSchema("project") });
const ofAsset = z.strictObject({ projectId: idSchema("project"), assetId: idSchema("asset") });
const assetsPath = "/api/dashboard/projects/{projectId}/assets";
const assetPath = `${assetsPath}/{assetId}` as const;

export const listAssets = operation({
  method: "get",
  path: assetsPath,
  operationId: "listAssets",
  summary: "List a project's assets",
  tag,
  access: "session",
  permission: "read",
  request: {
    params: inProject,
    query: z.strictObject({
      ...pageQuery(["name", "updatedAt", "sizeBytes"], "name:asc"),
      search: assetSearch.optional(),
      kind: z.enum(assetKinds).optional().meta({ description: "Only assets of this kind." }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("assets", asset) },
  problems: [],
  notFound: "project.not_found",
});

export const uploadAsset = operation({
  method: "put",
  path: assetsPath,
  operationId: "uploadAsset",
  summary: "Upload an asset",
  description:
    "Creates the asset, or replaces the bytes of the asset with this name. Published versions keep the bytes with which they were published.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, query: z.strictObject({ name: assetName }), bytes: { maxBytes: largestAssetBytes } },
  response: { status: 200, content: "json", body: asset },
  problems: ["asset.invalid", "quota.reached"],
  notFound: "project.not_found",
});

export const getAsset = operation({
  method: "get",
  path: assetPath,
  operationId: "getAsset",
  summary: "Get an asset",
  tag,
  access: "session",
  permission: "read",
  request: { params: ofAsset },
  response: { status: 200, content: "json", body: asset },
  problems: ["project.not_found"],
  notFound: "asset.not_found",
});

export const getAssetContent = operation({
  method: "get",
  path: `${assetPath}/content`,
  operationId: "getAssetContent",
  summary: "Download the bytes of an asset",
  tag,
  access: "session",
  permission: "read",
  request: { params: ofAsset },
  response: { status: 200, content: "bytes" },
  problems: ["project.not_found"],
  notFound: "asset.not_found",
});

export const getAssetUses = operation({
  method: "get",
  path: `${assetPath}/uses`,
  operationId: "getAssetUses",
  summary: "List the templates and snippets that use an asset",
  tag,
  access: "session",
  permission: "read",
  request: { params: ofAsset },
  response: { status: 200, content: "json", body: assetUses },
  problems: ["project.not_found"],
  notFound: "asset.not_found",
});

export const renameAsset = operation({
  method: "patch",
  path: assetPath,
  operationId: "renameAsset",
  summary: "Rename an asset",
  description: "Published versions keep it. Drafts that use the old name no longer find it.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: ofAsset, body: z.strictObject({ name: assetName }) },
  response: { status: 200, content: "json", body: asset },
  problems: ["project.not_found", "asset.name_taken"],
  notFound: "asset.not_found",
});

export const deleteAsset = operation({
  method: "delete",
  path: assetPath,
  operationId: "deleteAsset",
  summary: "Delete an asset",
  description: "Refused with `asset.in_use` while a draft or a snippet uses it. Published versions keep it.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: ofAsset },
  response: { status: 204, content: "none" },
  problems: ["project.not_found", "asset.in_use"],
  notFound: "asset.not_found",
});

export const listKeyAssets = keyOperation(listAssets, "listKeyAssets");
export const uploadKeyAsset = keyOperation(uploadAsset, "uploadKeyAsset");
export const getKeyAsset = keyOperation(getAsset, "getKeyAsset");
export const getKeyAssetContent = keyOperation(getAssetContent, "getKeyAssetContent");
export const getKeyAssetUses = keyOperation(getAssetUses, "getKeyAssetUses");
export const renameKeyAsset = keyOperation(renameAsset, "renameKeyAsset");
export const deleteKeyAsset = keyOperation(deleteAsset, "deleteKeyAsset");
