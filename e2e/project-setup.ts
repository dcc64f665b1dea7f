import { createClient, type Client } from "@platen/client";
import { keyScopes, operations, type DataSet, type PageSettings } from "@platen/contracts";
import type { DashboardSession } from "./dashboard-session.ts";

/** The source of a template; tests rarely need the optional parts. */
export type TemplateSource = {
  name: string;
  html: string;
  css?: string;
  settings?: PageSettings;
  tags?: string[];
  dataSets?: DataSet[];
};

export async function createProject(dashboard: DashboardSession, name: string): Promise<string> {
  return (await dashboard.call(operations.createProject, { body: { name } })).projectId;
}

/** Creates a template without a published version. */
export async function createTemplate(
  dashboard: DashboardSession,
  projectId: string,
  source: TemplateSource,
): Promise<{ templateId: string; revision: number }> {
  const { template, draft } = await dashboard.call(operations.createTemplate.member, {
    params: { projectId },
    body: source,
  });
  return { templateId: template.templateId, revision: draft.revision };
}

/** Creates a template and publishes it as version 1. */
export async function publishTemplate(
  dashboard: DashboardSession,
  projectId: string,
  source: TemplateSource,
): Promise<string> {
  const { templateId, revision } = await createTemplate(dashboard, projectId, source);
  await dashboard.call(operations.publishDraft.member, { params: { projectId, templateId }, body: { revision } });
  return templateId;
}

/** Changes the HTML of a template and publishes that as its next version. */
export async function publishAgain(
  dashboard: DashboardSession,
  params: { projectId: string; templateId: string },
  change: (html: string) => string,
  note?: string,
): Promise<void> {
  const { html, css, settings, dataSets, revision } = await dashboard.call(operations.getDraft.member, { params });
  const body = { html: change(html), css, settings, dataSets, revision };
  const saved = await dashboard.call(operations.saveDraft.member, { params, body });
  await dashboard.call(operations.publishDraft.member, {
    params,
    body: { revision: saved.revision, ...(note && { note }) },
  });
}

/** Uploads a small picture. */
export async function uploadAsset(
  dashboard: DashboardSession,
  projectId: string,
  name = "logo.svg",
): Promise<{ assetId: string; sha256: string }> {
  const bytes = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
  return dashboard.call(operations.uploadAsset.member, { params: { projectId }, query: { name }, bytes });
}

/** Creates a snippet. */
export async function createSnippet(
  dashboard: DashboardSession,
  projectId: string,
  name: string,
): Promise<{ snippetId: string }> {
  return dashboard.call(operations.createSnippet.member, {
    params: { projectId },
    body: { name, html: "<p>{{x}}</p>" },
  });
}

/** An API key with its value, and the client that uses it. */
export type IssuedKey = { keyId: string; key: string; client: Client };

export async function createKey(
  baseUrl: string,
  dashboard: DashboardSession,
  projectId: string,
  name = "Test",
): Promise<IssuedKey> {
  const body = { name, scopes: [...keyScopes] };
  const { keyId, key } = await dashboard.call(operations.createApiKey, { params: { projectId }, body });
  return { keyId, key, client: createClient({ baseUrl, apiKey: key }) };
}

/** Creates a key and revokes it. */
export async function createRevokedKey(
  baseUrl: string,
  dashboard: DashboardSession,
  projectId: string,
): Promise<IssuedKey> {
  const issued = await createKey(baseUrl, dashboard, projectId, "Revoked");
  await dashboard.call(operations.revokeApiKey, { params: { projectId, keyId: issued.keyId } });
  return issued;
}
