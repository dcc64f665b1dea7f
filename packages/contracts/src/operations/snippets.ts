import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { createSnippetBody, saveSnippetBody, snippet, snippetSummary, snippetUses } from "../schemas/snippet.ts";
import { searchFilter } from "../schemas/template.ts";

const ofSnippet = z.strictObject({ snippetId: idSchema("snippet") });

export const listSnippets = operation({
  method: "get",
  path: "/snippets",
  operationId: "listSnippets",
  doors: { key: { operationId: "listKeySnippets", scopes: ["templates"] }, member: { permission: "read" } },
  request: {
    query: z.strictObject({ ...pageQuery(["name", "updatedAt"], "name:asc"), search: searchFilter.optional() }),
  },
  response: { status: 200, content: "json", body: pageOf("snippets", snippetSummary) },
});

export const createSnippet = operation({
  method: "post",
  path: "/snippets",
  operationId: "createSnippet",
  doors: { key: { operationId: "createKeySnippet", scopes: ["templates"] }, member: { permission: "edit" } },
  hasLargeBody: true,
  request: { body: createSnippetBody },
  response: { status: 201, content: "json", body: snippet },
  problems: ["snippet.name_taken", "template.syntax_invalid", "quota.reached"],
});

export const getSnippet = operation({
  method: "get",
  path: "/snippets/{snippetId}",
  operationId: "getSnippet",
  doors: { key: { operationId: "getKeySnippet", scopes: ["templates"] }, member: { permission: "read" } },
  request: { params: ofSnippet },
  response: { status: 200, content: "json", body: snippet },
  notFound: "snippet.not_found",
});

export const saveSnippet = operation({
  method: "put",
  path: "/snippets/{snippetId}",
  operationId: "saveSnippet",
  doors: { key: { operationId: "saveKeySnippet", scopes: ["templates"] }, member: { permission: "edit" } },
  hasLargeBody: true,
  request: { params: ofSnippet, body: saveSnippetBody },
  response: { status: 200, content: "json", body: snippet },
  problems: ["snippet.edit_conflict", "snippet.in_use", "snippet.name_taken", "template.syntax_invalid"],
  notFound: "snippet.not_found",
});

export const deleteSnippet = operation({
  method: "delete",
  path: "/snippets/{snippetId}",
  operationId: "deleteSnippet",
  doors: { key: { operationId: "deleteKeySnippet", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: ofSnippet },
  response: { status: 204, content: "none" },
  problems: ["snippet.in_use"],
  notFound: "snippet.not_found",
});

export const getSnippetUses = operation({
  method: "get",
  path: "/snippets/{snippetId}/uses",
  operationId: "getSnippetUses",
  doors: { key: { operationId: "getKeySnippetUses", scopes: ["templates"] }, member: { permission: "read" } },
  request: { params: ofSnippet },
  response: { status: 200, content: "json", body: snippetUses },
  notFound: "snippet.not_found",
});
