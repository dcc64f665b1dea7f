import { z } from "zod";
import { idSchema } from "../ids.ts";
import { keyOperation } from "../key-operation.ts";
import { operation } from "../operation.ts";
import { templateDraft } from "../schemas/template.ts";
import {
  changeTranslationsBody,
  exportTranslationsQuery,
  importTemplateTranslationsBody,
  importTranslationsBody,
  projectTranslations,
  translationFile,
} from "../schemas/translations.ts";

const tag = "Dashboard: translations";
const inProject = z.strictObject({ projectId: idSchema("project") });
const inTemplate = z.strictObject({ projectId: idSchema("project"), templateId: idSchema("template") });
const ofProject = "/api/dashboard/projects/{projectId}/translations";
const ofTemplate = "/api/dashboard/projects/{projectId}/templates/{templateId}/draft/translations";

export const getTranslations = operation({
  method: "get",
  path: ofProject,
  operationId: "getTranslations",
  summary: "Get a project's translations",
  tag,
  access: "session",
  permission: "read",
  request: { params: inProject },
  response: { status: 200, content: "json", body: projectTranslations },
  problems: [],
  notFound: "project.not_found",
});

export const changeTranslations = operation({
  method: "patch",
  path: ofProject,
  operationId: "changeTranslations",
  hasLargeBody: true,
  summary: "Change texts of a project's translations",
  description: "Sets or removes the given texts. All others stay, so that several people can translate at once.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, body: changeTranslationsBody },
  response: { status: 200, content: "json", body: projectTranslations },
  problems: ["translation.invalid", "quota.reached"],
  notFound: "project.not_found",
});

export const importTranslations = operation({
  method: "post",
  path: `${ofProject}/import`,
  operationId: "importTranslations",
  hasLargeBody: true,
  summary: "Import a file of translations",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inProject, body: importTranslationsBody },
  response: { status: 200, content: "json", body: projectTranslations },
  problems: ["translation.invalid", "quota.reached"],
  notFound: "project.not_found",
});

export const exportTranslations = operation({
  method: "get",
  path: `${ofProject}/export`,
  operationId: "exportTranslations",
  summary: "Export a project's translations as a file",
  tag,
  access: "session",
  permission: "read",
  request: { params: inProject, query: exportTranslationsQuery },
  response: { status: 200, content: "json", body: translationFile },
  problems: [],
  notFound: "project.not_found",
});

export const importTemplateTranslations = operation({
  method: "post",
  path: `${ofTemplate}/import`,
  operationId: "importTemplateTranslations",
  carriesTemplate: true,
  hasLargeBody: true,
  summary: "Import a file into a draft's translations",
  description: "Fails with `template.edit_conflict` if `revision` is not the draft's current one.",
  tag,
  access: "session",
  permission: "edit",
  request: { params: inTemplate, body: importTemplateTranslationsBody },
  response: { status: 200, content: "json", body: templateDraft },
  problems: [
    "project.not_found",
    "template.edit_conflict",
    "template.syntax_invalid",
    "translation.invalid",
    "quota.reached",
  ],
  notFound: "template.not_found",
});

export const exportTemplateTranslations = operation({
  method: "get",
  path: `${ofTemplate}/export`,
  operationId: "exportTemplateTranslations",
  summary: "Export a draft's translations as a file",
  tag,
  access: "session",
  permission: "read",
  request: { params: inTemplate, query: exportTranslationsQuery },
  response: { status: 200, content: "json", body: translationFile },
  problems: ["project.not_found"],
  notFound: "template.not_found",
});

export const getKeyTranslations = keyOperation(getTranslations, "getKeyTranslations");
export const changeKeyTranslations = keyOperation(changeTranslations, "changeKeyTranslations");
export const importKeyTranslations = keyOperation(importTranslations, "importKeyTranslations");
export const exportKeyTranslations = keyOperation(exportTranslations, "exportKeyTranslations");
export const importKeyTemplateTranslations = keyOperation(importTemplateTranslations, "importKeyTemplateTranslations");
export const exportKeyTemplateTranslations = keyOperation(exportTemplateTranslations, "exportKeyTemplateTranslations");
