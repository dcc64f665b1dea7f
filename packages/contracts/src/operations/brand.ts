import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { brand, brandBody } from "../schemas/brand.ts";

const tag = "Dashboard: projects";
const params = z.strictObject({ projectId: idSchema("project") });
const path = "/api/dashboard/projects/{projectId}/brand";

export const getBrand = operation({
  method: "get",
  path,
  operationId: "getBrand",
  summary: "Get a project's brand",
  tag,
  access: "session",
  permission: "read",
  request: { params },
  response: { status: 200, content: "json", body: brand },
  problems: [],
  notFound: "project.not_found",
});

export const saveBrand = operation({
  method: "put",
  path,
  operationId: "saveBrand",
  summary: "Save a project's brand",
  description:
    "Design copies its values into templates when they are used, so drafts and versions stay as they are. The logo must be a picture of the project's library.",
  tag,
  access: "session",
  permission: "edit",
  request: { params, body: brandBody },
  response: { status: 200, content: "json", body: brand },
  problems: [],
  notFound: "project.not_found",
});
