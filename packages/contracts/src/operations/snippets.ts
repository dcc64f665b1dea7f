import { z } from "zod";
import { idSchema } from "../ids.ts";
import { keyOperation } from "../key-operation.ts";
import { operation } from "../operation.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { createSnippetBody, saveSnippetBody, snippet, snippetSummary, snippetUses } from "../schemas/snippet.ts";
import { publishedVersion, searchFilter } from "../schemas/template.ts";
import { restoreVersion } from "./templates.ts";

const tag = "Dashboard: snippets";
const inProject = z.strictObject({ projectId: idSchema("project") });
const ofSnippet = z.strictObject({ projectId: idSchema("project"), snippetId: idSchema("snippet") });
const snippetsPath = "/api/dashboard/projects/{projectId}/snippets";
const snippetPath = `${snippetsPath}/{snippetId}` as const;

export const listSnippets = operation({
  method: "get",
  path: snippetsPath,
  operationId: "listSnippets",
  summary: "List a project's snippets",
  tag,
  access: "session",
  permission: "read",
  request: {
    params: inProject,
    query: z.strictObject({ ...pageQuery(["name", "updatedAt"], "name:asc"), search: searchFilter.optional() }),
  },
  response: { status: 200, content: "json", body: pageOf("snippets", snippetSummary) },
  problems: [],
  notFound: "project.not_found",
});

export const createSnippet = operation({
  method: "post",
  path: snippetsPath,
  operationId: "createSnippet",
  hasLargeBody: true,
  summary: "Create a snippet",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, body: createSnippetBody },
  response: { status: 201, content: "json", body: snippet },
  problems: ["snippet.name_taken", "template.syntax_invalid", "quota.reached"],
  notFound: "project.not_found",
});

export const getSnippet = operation({
  method: "get",
  path: snippetPath,
  operationId: "getSnippet",
  summary: "Get a snippet",
  tag,
  access: "session",
  permission: "read",
  request: { params: ofSnippet },
  response: { status: 200, content: "json", body: snippet },
  problems: ["project.not_found"],
  notFound: "snippet.not_found",
});

export const saveSnippet = operation({
  method: "put",
  path: snippetPath,
  operationId: "saveSnippet",
  hasLargeBody: true,
  summary: "Save a snippet",
  description:
    "Drafts follow the newest revision. Published versions keep theirs, until they are published again. " +
    "Fails with `snippet.edit_conflict` if `revision` is not the current one.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: ofSnippet, body: saveSnippetBody },
  response: { status: 200, content: "json", body: snippet },
  problems: [
    "project.not_found",
    "snippet.edit_conflict",
    "snippet.in_use",
    "snippet.name_taken",
    "template.syntax_invalid",
  ],
  notFound: "snippet.not_found",
});

export const deleteSnippet = operation({
  method: "delete",
  path: snippetPath,
  operationId: "deleteSnippet",
  summary: "Delete a snippet",
  description: "Refused with `snippet.in_use` while a draft or another snippet uses it. Published versions keep it.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: ofSnippet },
  response: { status: 204, content: "none" },
  problems: ["project.not_found", "snippet.in_use"],
  notFound: "snippet.not_found",
});

export const getSnippetUses = operation({
  method: "get",
  path: `${snippetPath}/uses`,
  operationId: "getSnippetUses",
  summary: "List the templates and snippets that use a snippet",
  tag,
  access: "session",
  permission: "read",
  request: { params: ofSnippet },
  response: { status: 200, content: "json", body: snippetUses },
  problems: ["project.not_found"],
  notFound: "snippet.not_found",
});

export const republishVersion = operation({
  method: "post",
  path: "/api/dashboard/projects/{projectId}/templates/{templateId}/versions/{version}/republish",
  operationId: "republishVersion",
  summary: "Publish a version again with the newest snippets and assets",
  description:
    "Publishes a new version from the source of the current one, composed with the library of today. The draft stays as " +
    "it is. Fails with `template.edit_conflict` if `version` is no longer the current one.",
  tag: "Dashboard: templates",
  access: "session",
  permission: "edit",
  request: { params: restoreVersion.request.params },
  response: { status: 201, content: "json", body: publishedVersion },
  problems: ["project.not_found", "template.edit_conflict", "template.syntax_invalid", "quota.reached"],
  notFound: "template.not_found",
});

export const listKeySnippets = keyOperation(listSnippets, "listKeySnippets");
export const createKeySnippet = keyOperation(createSnippet, "createKeySnippet");
export const getKeySnippet = keyOperation(getSnippet, "getKeySnippet");
export const saveKeySnippet = keyOperation(saveSnippet, "saveKeySnippet");
export const deleteKeySnippet = keyOperation(deleteSnippet, "deleteKeySnippet");
export const getKeySnippetUses = keyOperation(getSnippetUses, "getKeySnippetUses");
export const republishKeyVersion = keyOperation(republishVersion, "republishKeyVersion");
