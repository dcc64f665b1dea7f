import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { keyScopes } from "../scopes.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { apiKey, apiKeyName, createdApiKey, givenScopes, ownKey } from "../schemas/project.ts";

const ofKey = z.strictObject({ keyId: idSchema("apiKey") });

export const listApiKeys = operation({
  method: "get",
  path: "/api-keys",
  operationId: "listApiKeys",
  doors: { member: { permission: "read" } },
  request: { query: z.strictObject(pageQuery(["createdAt", "name"], "createdAt:desc")) },
  response: { status: 200, content: "json", body: pageOf("apiKeys", apiKey) },
});

export const getOwnKey = operation({
  method: "get",
  path: "/key",
  operationId: "getOwnKey",
  doors: { key: { scopes: keyScopes } },
  servedBy: "gateway",
  request: {},
  response: { status: 200, content: "json", body: ownKey },
  problems: [],
});

/** Only this response contains the key value. */
export const createApiKey = operation({
  method: "post",
  path: "/api-keys",
  operationId: "createApiKey",
  doors: { member: { permission: "edit" } },
  request: { body: z.strictObject({ name: apiKeyName, scopes: givenScopes }) },
  response: { status: 201, content: "json", body: createdApiKey },
  problems: ["quota.reached"],
});

export const renameApiKey = operation({
  method: "patch",
  path: "/api-keys/{keyId}",
  operationId: "renameApiKey",
  doors: { member: { permission: "edit" } },
  request: { params: ofKey, body: z.strictObject({ name: apiKeyName }) },
  response: { status: 200, content: "json", body: apiKey },
  notFound: "key.not_found",
});

/** Permanent and immediate: after this response, Platen accepts no request with the key. */
export const revokeApiKey = operation({
  method: "delete",
  path: "/api-keys/{keyId}",
  operationId: "revokeApiKey",
  doors: { member: { permission: "edit" } },
  request: { params: ofKey },
  response: { status: 204, content: "none" },
  notFound: "key.not_found",
});
