import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { keyScopes } from "../scopes.ts";
import { failureProblems } from "../problems.ts";
import { formed, renderedAs } from "../schemas/fields.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import {
  createTemplateBody,
  createdTemplate,
  listedTemplate,
  previewBody,
  previewSourceBody,
  publishBody,
  publishedVersion,
  sample,
  saveDraftBody,
  searchFilter,
  tagFilter,
  template,
  templateWithExample,
  templateDraft,
  templateVersion,
  templateVersionSource,
  updateTemplateBody,
  versionNumber,
} from "../schemas/template.ts";

export const listTemplates = operation({
  method: "get",
  path: "/templates",
  operationId: "listTemplates",
  doors: { key: { scopes: keyScopes }, member: { permission: "read" } },
  request: {
    query: z.strictObject({
      ...pageQuery(["updatedAt", "createdAt", "name"], "updatedAt:desc"),
      search: searchFilter.optional(),
      tag: tagFilter.optional().meta({ description: "Only templates with this tag." }),
      include: z.literal("draftChanges").optional().meta({
        description: "`draftChanges` adds in how many parts each draft differs from the current version.",
      }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("templates", listedTemplate) },
});

const inTemplate = z.strictObject({ templateId: idSchema("template") });

export const getTemplate = operation({
  method: "get",
  path: "/templates/{templateId}",
  operationId: "getTemplate",
  doors: { key: { scopes: keyScopes }, member: { permission: "read" } },
  request: {
    params: inTemplate,
    // Not strict: the operation had no parameters, and took any.
    query: z.object({
      include: z.literal("example").optional().meta({
        description: "`example` adds the example of the template's data to the answer.",
      }),
    }),
  },
  response: { status: 200, content: "json", body: templateWithExample },
  notFound: "template.not_found",
});

const inVersion = z.strictObject({
  templateId: idSchema("template"),
  version: formed(/^[1-9]\d{0,8}$/, 9, "must be the number of a version")
    .transform(Number)
    .pipe(versionNumber)
    .meta({ description: "Number of a published version.", override: renderedAs({ type: "integer", minimum: 1 }) }),
});

// Samples have one fixed order.
const samplePages = pageQuery(["name"], "name:asc");

/** Lists the sample templates in display order. Pass the slug of a sample to `createTemplate`. */
export const listSamples = operation({
  method: "get",
  path: "/samples",
  operationId: "listSamples",
  doors: { account: {} },
  request: { query: z.strictObject({ page: samplePages.page, pageSize: samplePages.pageSize }) },
  response: { status: 200, content: "json", body: pageOf("samples", sample) },
});

export const createTemplate = operation({
  method: "post",
  path: "/templates",
  operationId: "createTemplate",
  doors: { key: { operationId: "createKeyTemplate", scopes: ["templates"] }, member: { permission: "edit" } },
  carriesTemplate: true,
  hasLargeBody: true,
  request: { body: createTemplateBody },
  response: { status: 201, content: "json", body: createdTemplate },
  problems: ["template.name_taken", "template.syntax_invalid", "quota.reached"],
});

export const updateTemplate = operation({
  method: "patch",
  path: "/templates/{templateId}",
  operationId: "updateTemplate",
  doors: { key: { operationId: "updateKeyTemplate", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: inTemplate, body: updateTemplateBody },
  response: { status: 200, content: "json", body: template },
  problems: ["template.name_taken"],
  notFound: "template.not_found",
});

export const deleteTemplate = operation({
  method: "delete",
  path: "/templates/{templateId}",
  operationId: "deleteTemplate",
  doors: { key: { operationId: "deleteKeyTemplate", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: inTemplate },
  response: { status: 204, content: "none" },
  notFound: "template.not_found",
});

export const getDraft = operation({
  method: "get",
  path: "/templates/{templateId}/draft",
  operationId: "getDraft",
  doors: { key: { operationId: "getKeyDraft", scopes: ["templates"] }, member: { permission: "read" } },
  carriesTemplate: true,
  request: { params: inTemplate },
  response: { status: 200, content: "json", body: templateDraft },
  notFound: "template.not_found",
});

export const saveDraft = operation({
  method: "put",
  path: "/templates/{templateId}/draft",
  operationId: "saveDraft",
  doors: { key: { operationId: "saveKeyDraft", scopes: ["templates"] }, member: { permission: "edit" } },
  carriesTemplate: true,
  hasLargeBody: true,
  request: { params: inTemplate, body: saveDraftBody },
  response: { status: 200, content: "json", body: templateDraft },
  problems: ["template.edit_conflict", "template.syntax_invalid"],
  notFound: "template.not_found",
});

export const publishDraft = operation({
  method: "post",
  path: "/templates/{templateId}/publish",
  operationId: "publishDraft",
  doors: { key: { operationId: "publishKeyDraft", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: inTemplate, body: publishBody },
  response: { status: 201, content: "json", body: publishedVersion },
  problems: ["template.edit_conflict", "template.syntax_invalid", "quota.reached"],
  notFound: "template.not_found",
});

export const listVersions = operation({
  method: "get",
  path: "/templates/{templateId}/versions",
  operationId: "listVersions",
  doors: { key: { operationId: "listKeyVersions", scopes: ["templates"] }, member: { permission: "read" } },
  request: { params: inTemplate, query: z.strictObject(pageQuery(["version"], "version:desc")) },
  response: { status: 200, content: "json", body: pageOf("versions", templateVersion) },
  notFound: "template.not_found",
});

export const getVersion = operation({
  method: "get",
  path: "/templates/{templateId}/versions/{version}",
  operationId: "getVersion",
  doors: { key: { operationId: "getKeyVersion", scopes: ["templates"] }, member: { permission: "read" } },
  carriesTemplate: true,
  request: { params: inVersion },
  response: { status: 200, content: "json", body: templateVersionSource },
  notFound: "template.not_found",
});

export const restoreVersion = operation({
  method: "post",
  path: "/templates/{templateId}/versions/{version}/restore",
  operationId: "restoreVersion",
  doors: { key: { operationId: "restoreKeyVersion", scopes: ["templates"] }, member: { permission: "edit" } },
  carriesTemplate: true,
  request: {
    params: inVersion,
    body: z.strictObject({
      revision: z.int().min(1).max(2_147_483_647).meta({ description: "The draft's current revision." }),
    }),
  },
  response: { status: 200, content: "json", body: templateDraft },
  problems: ["template.edit_conflict"],
  notFound: "template.not_found",
});

export const makeVersionCurrent = operation({
  method: "post",
  path: "/templates/{templateId}/versions/{version}/make-current",
  operationId: "makeVersionCurrent",
  doors: { key: { operationId: "makeKeyVersionCurrent", scopes: ["templates"] }, member: { permission: "edit" } },
  request: {
    params: inVersion,
    body: z.strictObject({
      current: versionNumber.meta({ description: "Number of the version that is current before." }),
    }),
  },
  response: { status: 200, content: "json", body: template },
  problems: ["template.edit_conflict"],
  notFound: "template.not_found",
});

export const republishVersion = operation({
  method: "post",
  path: "/templates/{templateId}/versions/{version}/republish",
  operationId: "republishVersion",
  doors: { key: { operationId: "republishKeyVersion", scopes: ["templates"] }, member: { permission: "edit" } },
  request: { params: inVersion },
  response: { status: 201, content: "json", body: publishedVersion },
  problems: ["template.edit_conflict", "template.syntax_invalid", "quota.reached"],
  notFound: "template.not_found",
});

const previewProblems = [...failureProblems, "queue.full", "project.busy"] as const;

/**
 * Renders the draft or a published version. The given parts replace its own for this preview. Saves nothing. A viewer
 * may give only `version`, `dataSet` and `options.pageRanges`: content of one's own requires the role of an editor.
 */
export const previewTemplate = operation({
  method: "post",
  path: "/templates/{templateId}/preview",
  operationId: "previewTemplate",
  doors: { member: { permission: "read" } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { params: inTemplate, body: previewBody },
  response: { status: 200, content: "pdf" },
  problems: previewProblems,
  notFound: "template.not_found",
});

/** Renders a source that is not a template yet, such as a sample. Saves nothing. */
export const previewSource = operation({
  method: "post",
  path: "/previews",
  operationId: "previewSource",
  doors: { member: { permission: "edit" } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { body: previewSourceBody },
  response: { status: 200, content: "pdf" },
  problems: previewProblems,
});
