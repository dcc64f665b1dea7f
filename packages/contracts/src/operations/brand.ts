import { operation } from "../doors.ts";
import { brand, brandBody } from "../schemas/brand.ts";

export const getBrand = operation({
  method: "get",
  path: "/brand",
  operationId: "getBrand",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: brand },
});

/**
 * Design copies its values into templates when they are used, so drafts and versions stay as they are. The logo must
 * be a picture of the project's library.
 */
export const saveBrand = operation({
  method: "put",
  path: "/brand",
  operationId: "saveBrand",
  doors: { member: { permission: "edit" } },
  request: { body: brandBody },
  response: { status: 200, content: "json", body: brand },
});
