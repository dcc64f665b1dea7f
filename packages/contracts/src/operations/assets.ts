import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { asset, assetKinds, assetName, assetSearch, assetUses, largestAssetBytes } from "../schemas/asset.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";

const ofAsset = z.strictObject({ assetId: idSchema("asset") });

export const listAssets = operation({
  method: "get",
  path: "/assets",
  operationId: "listAssets",
  doors: { key: { operationId: "listKeyAssets", scopes: ["templates"] }, member: { permission: "read" } },
  request: {
    query: z.strictObject({
      ...pageQuery(["name", "updatedAt", "sizeBytes"], "name:asc"),
      search: assetSearch.optional(),
      kind: z.enum(assetKinds).optional().meta({ description: "Only assets of this kind." }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("assets", asset) },
});

export const uploadAsset = operation({
  method: "put",
  path: "/assets",
  operationId: "uploadAsset",
  doors: { key: { operationId: "uploadKeyAsset", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { query: z.strictObject({ name: assetName }), bytes: { maxBytes: largestAssetBytes } },
  response: { status: 200, content: "json", body: asset },
  problems: ["asset.invalid", "quota.reached"],
});

export const getAsset = operation({
  method: "get",
  path: "/assets/{assetId}",
  operationId: "getAsset",
  doors: { key: { operationId: "getKeyAsset", scopes: ["templates"] }, member: { permission: "read" } },
  request: { params: ofAsset },
  response: { status: 200, content: "json", body: asset },
  notFound: "asset.not_found",
});

export const getAssetContent = operation({
  method: "get",
  path: "/assets/{assetId}/content",
  operationId: "getAssetContent",
  doors: { key: { operationId: "getKeyAssetContent", scopes: ["templates"] }, member: { permission: "read" } },
  request: { params: ofAsset },
  response: { status: 200, content: "bytes" },
  notFound: "asset.not_found",
});

export const getAssetUses = operation({
  method: "get",
  path: "/assets/{assetId}/uses",
  operationId: "getAssetUses",
  doors: { key: { operationId: "getKeyAssetUses", scopes: ["templates"] }, member: { permission: "read" } },
  request: { params: ofAsset },
  response: { status: 200, content: "json", body: assetUses },
  notFound: "asset.not_found",
});

export const renameAsset = operation({
  method: "patch",
  path: "/assets/{assetId}",
  operationId: "renameAsset",
  doors: { key: { operationId: "renameKeyAsset", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: ofAsset, body: z.strictObject({ name: assetName }) },
  response: { status: 200, content: "json", body: asset },
  problems: ["asset.name_taken"],
  notFound: "asset.not_found",
});

export const deleteAsset = operation({
  method: "delete",
  path: "/assets/{assetId}",
  operationId: "deleteAsset",
  doors: { key: { operationId: "deleteKeyAsset", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: ofAsset },
  response: { status: 204, content: "none" },
  problems: ["asset.in_use"],
  notFound: "asset.not_found",
});
