import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { apiKey, apiKeyName, createdApiKey, givenScopes } from "../schemas/project.ts";

const tag = "Dashboard: API keys";
const inProject = z.strictObject({ projectId: idSchema("project") });
const ofKey = z.strictObject({ projectId: idSchema("project"), keyId: idSchema("apiKey") });
const keysPath = "/api/dashboard/projects/{projectId}/api-keys";

export const listApiKeys = operation({
  method: "get",
  path: keysPath,
  operationId: "listApiKeys",
  summary: "List a project's active API keys",
  tag,
  access: "session",
  permission: "read",
  request: { params: inProject, query: z.strictObject(pageQuery(["createdAt", "name"], "createdAt:desc")) },
  response: { status: 200, content: "json", body: pageOf("apiKeys", apiKey) },
  problems: [],
  notFound: "project.not_found",
});

export const createApiKey = operation({
  method: "post",
  path: keysPath,
  operationId: "createApiKey",
  summary: "Create an API key",
  description: "Only this response contains the key value.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, body: z.strictObject({ name: apiKeyName, scopes: givenScopes }) },
  response: { status: 201, content: "json", body: createdApiKey },
  problems: ["quota.reached"],
  notFound: "project.not_found",
});

export const renameApiKey = operation({
  method: "patch",
  path: `${keysPath}/{keyId}`,
  operationId: "renameApiKey",
  summary: "Rename an API key",
  tag,
  access: "session",
  permission: "edit",
  request: { params: ofKey, body: z.strictObject({ name: apiKeyName }) },
  response: { status: 200, content: "json", body: apiKey },
  problems: ["project.not_found"],
  notFound: "key.not_found",
});

export const revokeApiKey = operation({
  method: "delete",
  path: `${keysPath}/{keyId}`,
  operationId: "revokeApiKey",
  summary: "Revoke an API key",
  description: "Permanent and immediate: after this response, Platen accepts no request with the key.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: ofKey },
  response: { status: 204, content: "none" },
  problems: ["project.not_found"],
  notFound: "key.not_found",
});
