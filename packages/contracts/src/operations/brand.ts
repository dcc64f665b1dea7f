import { operation } from "../doors.ts";
import { brand, brandBody, brandUses } from "../schemas/brand.ts";

export const getBrand = operation({
  method: "get",
  path: "/brand",
  operationId: "getBrand",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: brand },
});

/**
 * Drafts follow every change, and versions stay as they are until they are published again. The logo must be a picture of
 * the project's library. A colour or font that drafts or snippets need cannot be removed.
 */
export const saveBrand = operation({
  method: "put",
  path: "/brand",
  operationId: "saveBrand",
  doors: { member: { permission: "edit" } },
  request: { body: brandBody },
  response: { status: 200, content: "json", body: brand },
  problems: ["brand.in_use"],
});

export const getBrandUses = operation({
  method: "get",
  path: "/brand/uses",
  operationId: "getBrandUses",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: brandUses },
});
