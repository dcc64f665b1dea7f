import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { templateDraft } from "../schemas/template.ts";
import {
  changeTranslationsBody,
  exportTranslationsQuery,
  importTemplateTranslationsBody,
  importTranslationsBody,
  projectTranslations,
  templateTexts,
  translationFile,
} from "../schemas/translations.ts";

const inTemplate = z.strictObject({ templateId: idSchema("template") });

export const getTranslations = operation({
  method: "get",
  path: "/translations",
  operationId: "getTranslations",
  doors: { key: { operationId: "getKeyTranslations", scopes: ["templates"] }, member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: projectTranslations },
});

export const changeTranslations = operation({
  method: "patch",
  path: "/translations",
  operationId: "changeTranslations",
  doors: { key: { operationId: "changeKeyTranslations", scopes: ["templates"] }, member: { permission: "edit" } },
  hasLargeBody: true,
  request: { body: changeTranslationsBody },
  response: { status: 200, content: "json", body: projectTranslations },
  problems: ["translation.invalid", "quota.reached"],
});

export const importTranslations = operation({
  method: "post",
  path: "/translations/import",
  operationId: "importTranslations",
  doors: { key: { operationId: "importKeyTranslations", scopes: ["templates"] }, member: { permission: "edit" } },
  hasLargeBody: true,
  request: { body: importTranslationsBody },
  response: { status: 200, content: "json", body: projectTranslations },
  problems: ["translation.invalid", "quota.reached"],
});

export const exportTranslations = operation({
  method: "get",
  path: "/translations/export",
  operationId: "exportTranslations",
  doors: { key: { operationId: "exportKeyTranslations", scopes: ["templates"] }, member: { permission: "read" } },
  request: { query: exportTranslationsQuery },
  response: { status: 200, content: "json", body: translationFile },
});

/** The templates of a project whose drafts have texts of their own. */
export const getTemplateTexts = operation({
  method: "get",
  path: "/translations/templates",
  operationId: "getTemplateTexts",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: templateTexts },
});

export const importTemplateTranslations = operation({
  method: "post",
  path: "/templates/{templateId}/draft/translations/import",
  operationId: "importTemplateTranslations",
  doors: {
    key: { operationId: "importKeyTemplateTranslations", scopes: ["templates"] },
    member: { permission: "edit" },
  },
  carriesTemplate: true,
  hasLargeBody: true,
  request: { params: inTemplate, body: importTemplateTranslationsBody },
  response: { status: 200, content: "json", body: templateDraft },
  problems: ["template.edit_conflict", "template.syntax_invalid", "translation.invalid", "quota.reached"],
  notFound: "template.not_found",
});

export const exportTemplateTranslations = operation({
  method: "get",
  path: "/templates/{templateId}/draft/translations/export",
  operationId: "exportTemplateTranslations",
  doors: {
    key: { operationId: "exportKeyTemplateTranslations", scopes: ["templates"] },
    member: { permission: "read" },
  },
  request: { params: inTemplate, query: exportTranslationsQuery },
  response: { status: 200, content: "json", body: translationFile },
  notFound: "template.not_found",
});
