import { z } from "zod";
import { operation } from "../doors.ts";
import { failureProblems } from "../problems.ts";
import { linkBody, linkCreated, linkToken } from "../schemas/link.ts";
import { getDocument } from "./documents.ts";

export const createLink = operation({
  method: "post",
  path: "/documents/{documentId}/links",
  operationId: "createLink",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  request: { params: getDocument.key.request.params, body: linkBody },
  response: { status: 201, content: "json", body: linkCreated },
  problems: ["content.not_found", "content.gone", "document.not_ready", "document.cancelled", ...failureProblems],
  notFound: "document.not_found",
});

export const revokeLinks = operation({
  method: "delete",
  path: "/documents/{documentId}/links",
  operationId: "revokeLinks",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  request: { params: getDocument.key.request.params },
  response: { status: 204, content: "none" },
  problems: ["content.not_found"],
  notFound: "document.not_found",
});

export const openLink = operation({
  method: "get",
  path: "/f/{token}",
  operationId: "openLink",
  doors: { anyone: {} },
  servedBy: "gateway",
  request: { params: z.strictObject({ token: linkToken }) },
  response: { status: 200, content: "bytes" },
  problems: ["link.gone", "content.gone", "content.lost", "content.range_invalid"],
  notFound: "link.not_found",
});
