import { z } from "zod";
import { idSchema } from "../ids.ts";
import { keyOperation } from "../key-operation.ts";
import { operation } from "../operation.ts";
import { keyScopes } from "../scopes.ts";
import { failureProblems } from "../problems.ts";
import { formed, renderedAs } from "../schemas/fields.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import {
  createTemplateBody,
  createdTemplate,
  previewBody,
  previewSourceBody,
  publishBody,
  publishedVersion,
  sample,
  saveDraftBody,
  searchFilter,
  tagFilter,
  template,
  templateDraft,
  templateVersion,
  templateVersionSource,
  updateTemplateBody,
  versionNumber,
} from "../schemas/template.ts";

const templateList = {
  query: z.strictObject({
    ...pageQuery(["updatedAt", "createdAt", "name"], "updatedAt:desc"),
    search: searchFilter.optional(),
    tag: tagFilter.optional().meta({ description: "Only templates with this tag." }),
  }),
  body: pageOf("templates", template),
};

export const listTemplates = operation({
  method: "get",
  path: "/api/v1/templates",
  operationId: "listTemplates",
  summary: "List templates",
  description: "Lists the templates of the key's project, by default those changed last first.",
  tag: "Templates",
  access: "apiKey",
  keyScopes,
  request: { query: templateList.query },
  response: { status: 200, content: "json", body: templateList.body },
  problems: [],
});

export const getTemplate = operation({
  method: "get",
  path: "/api/v1/templates/{templateId}",
  operationId: "getTemplate",
  summary: "Get a template",
  tag: "Templates",
  access: "apiKey",
  keyScopes,
  request: { params: z.strictObject({ templateId: idSchema("template") }) },
  response: { status: 200, content: "json", body: template },
  problems: [],
  notFound: "template.not_found",
});

const tag = "Dashboard: templates";
const inProject = z.strictObject({ projectId: idSchema("project") });
const inTemplate = z.strictObject({ projectId: idSchema("project"), templateId: idSchema("template") });
const inVersion = z.strictObject({
  projectId: idSchema("project"),
  templateId: idSchema("template"),
  version: formed(/^[1-9]\d{0,8}$/, 9, "must be the number of a version")
    .transform(Number)
    .pipe(versionNumber)
    .meta({ description: "Number of a published version.", override: renderedAs({ type: "integer", minimum: 1 }) }),
});
const templatesPath = "/api/dashboard/projects/{projectId}/templates";
const templatePath = `${templatesPath}/{templateId}` as const;

// Samples have one fixed order.
const samplePages = pageQuery(["name"], "name:asc");

export const listSamples = operation({
  method: "get",
  path: "/api/dashboard/samples",
  operationId: "listSamples",
  summary: "List the sample templates",
  description: "Lists the sample templates in display order. Pass the slug of a sample to `createTemplate`.",
  tag,
  access: "session",
  request: { query: z.strictObject({ page: samplePages.page, pageSize: samplePages.pageSize }) },
  response: { status: 200, content: "json", body: pageOf("samples", sample) },
  problems: [],
});

export const listProjectTemplates = operation({
  method: "get",
  path: templatesPath,
  operationId: "listProjectTemplates",
  summary: "List a project's templates",
  tag,
  access: "session",
  permission: "read",
  request: { params: inProject, query: templateList.query },
  response: { status: 200, content: "json", body: templateList.body },
  problems: [],
  notFound: "project.not_found",
});

export const createTemplate = operation({
  method: "post",
  path: templatesPath,
  operationId: "createTemplate",
  carriesTemplate: true,
  hasLargeBody: true,
  summary: "Create a template with its draft",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, body: createTemplateBody },
  response: { status: 201, content: "json", body: createdTemplate },
  problems: ["template.name_taken", "template.syntax_invalid", "quota.reached"],
  notFound: "project.not_found",
});

export const getProjectTemplate = operation({
  method: "get",
  path: templatePath,
  operationId: "getProjectTemplate",
  summary: "Get a template",
  tag,
  access: "session",
  permission: "read",
  request: { params: inTemplate },
  response: { status: 200, content: "json", body: template },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});

export const updateTemplate = operation({
  method: "patch",
  path: templatePath,
  operationId: "updateTemplate",
  summary: "Change a template's name, description or tags",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inTemplate, body: updateTemplateBody },
  response: { status: 200, content: "json", body: template },
  problems: ["project.not_found", "template.name_taken"],
  notFound: "template.not_found",
});

export const deleteTemplate = operation({
  method: "delete",
  path: templatePath,
  operationId: "deleteTemplate",
  summary: "Delete a template with its versions",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inTemplate },
  response: { status: 204, content: "none" },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});

export const getDraft = operation({
  method: "get",
  path: `${templatePath}/draft`,
  operationId: "getDraft",
  carriesTemplate: true,
  summary: "Get a template's draft",
  tag,
  access: "session",
  permission: "read",
  request: { params: inTemplate },
  response: { status: 200, content: "json", body: templateDraft },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});

export const saveDraft = operation({
  method: "put",
  path: `${templatePath}/draft`,
  operationId: "saveDraft",
  carriesTemplate: true,
  hasLargeBody: true,
  summary: "Save a template's draft",
  description: "Fails with `template.edit_conflict` if `revision` is not the draft's current one.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inTemplate, body: saveDraftBody },
  response: { status: 200, content: "json", body: templateDraft },
  problems: ["project.not_found", "template.edit_conflict", "template.syntax_invalid"],
  notFound: "template.not_found",
});

export const publishDraft = operation({
  method: "post",
  path: `${templatePath}/publish`,
  operationId: "publishDraft",
  summary: "Publish a template's draft as a new version",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inTemplate, body: publishBody },
  response: { status: 201, content: "json", body: publishedVersion },
  problems: ["project.not_found", "template.edit_conflict", "template.syntax_invalid", "quota.reached"],
  notFound: "template.not_found",
});

export const listVersions = operation({
  method: "get",
  path: `${templatePath}/versions`,
  operationId: "listVersions",
  summary: "List a template's published versions",
  tag,
  access: "session",
  permission: "read",
  request: { params: inTemplate, query: z.strictObject(pageQuery(["version"], "version:desc")) },
  response: { status: 200, content: "json", body: pageOf("versions", templateVersion) },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});

export const getVersion = operation({
  method: "get",
  path: `${templatePath}/versions/{version}`,
  operationId: "getVersion",
  carriesTemplate: true,
  summary: "Get a published version with its source",
  tag,
  access: "session",
  permission: "read",
  request: { params: inVersion },
  response: { status: 200, content: "json", body: templateVersionSource },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});

export const restoreVersion = operation({
  method: "post",
  path: `${templatePath}/versions/{version}/restore`,
  operationId: "restoreVersion",
  carriesTemplate: true,
  summary: "Copy a published version into the draft",
  tag,
  access: "session",
  permission: "edit",
  request: {
    params: inVersion,
    body: z.strictObject({
      revision: z.int().min(1).max(2_147_483_647).meta({ description: "The draft's current revision." }),
    }),
  },
  response: { status: 200, content: "json", body: templateDraft },
  problems: ["project.not_found", "template.edit_conflict"],
  notFound: "template.not_found",
});

export const makeVersionCurrent = operation({
  method: "post",
  path: `${templatePath}/versions/{version}/make-current`,
  operationId: "makeVersionCurrent",
  summary: "Make a published version the current one",
  description:
    "Documents are generated from the version from now on, unless a request names another. The draft and all versions stay " +
    "as they are. Fails with `template.edit_conflict` if `current` is no longer the current version.",
  tag,
  access: "session",
  permission: "edit",
  request: {
    params: inVersion,
    body: z.strictObject({
      current: versionNumber.meta({ description: "Number of the version that is current before." }),
    }),
  },
  response: { status: 200, content: "json", body: template },
  problems: ["project.not_found", "template.edit_conflict"],
  notFound: "template.not_found",
});

export const createKeyTemplate = keyOperation(createTemplate, "createKeyTemplate");
export const updateKeyTemplate = keyOperation(updateTemplate, "updateKeyTemplate");
export const deleteKeyTemplate = keyOperation(deleteTemplate, "deleteKeyTemplate");
export const getKeyDraft = keyOperation(getDraft, "getKeyDraft");
export const saveKeyDraft = keyOperation(saveDraft, "saveKeyDraft");
export const publishKeyDraft = keyOperation(publishDraft, "publishKeyDraft");
export const listKeyVersions = keyOperation(listVersions, "listKeyVersions");
export const getKeyVersion = keyOperation(getVersion, "getKeyVersion");
export const restoreKeyVersion = keyOperation(restoreVersion, "restoreKeyVersion");
export const makeKeyVersionCurrent = keyOperation(makeVersionCurrent, "makeKeyVersionCurrent");

const previewProblems = ["project.not_found", ...failureProblems, "queue.full", "project.busy"] as const;

export const previewTemplate = operation({
  method: "post",
  path: `${templatePath}/preview`,
  operationId: "previewTemplate",
  hasLargeBody: true,
  summary: "Render a preview",
  description:
    "Renders the draft or a published version. The given parts replace its own for this preview. Saves nothing. A viewer " +
    "may give only `version`, `dataSet` and `options.pageRanges`: content of one's own requires the role of an editor.",
  tag,
  access: "session",
  permission: "read",
  request: { params: inTemplate, body: previewBody },
  response: { status: 200, content: "pdf" },
  problems: previewProblems,
  notFound: "template.not_found",
});

export const previewSource = operation({
  method: "post",
  path: "/api/dashboard/projects/{projectId}/previews",
  operationId: "previewSource",
  hasLargeBody: true,
  summary: "Render a preview of a given source",
  description: "Renders a source that is not a template yet, such as a sample. Saves nothing.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, body: previewSourceBody },
  response: { status: 200, content: "pdf" },
  problems: previewProblems,
});
