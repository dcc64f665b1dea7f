import type { GuideName } from "./guide/guide-names.ts";

export type ProjectKey = { projectId: string };
export type BatchKey = ProjectKey & { batchId: string };
export type SnippetKey = ProjectKey & { snippetId: string };
export type TemplateKey = ProjectKey & { templateId: string };

/** A version to compare: a published version by its number, or the draft. */
export type ComparedVersion = number | "draft";

/** The settings of a project that one page shows together. */
export type SettingsSection = "general" | "documents" | "webhooks" | "storage";

const project = ({ projectId }: ProjectKey) => `/projects/${projectId}`;
const template = ({ projectId, templateId }: TemplateKey) => `${project({ projectId })}/templates/${templateId}`;
const snippets = (key: ProjectKey) => `${project(key)}/snippets`;
const batches = (key: ProjectKey) => `${project(key)}/batches`;
const snippet = ({ projectId, snippetId }: SnippetKey) => `${snippets({ projectId })}/${snippetId}`;

/** Every address of the dashboard, below `/dashboard`. All links are made here. */
export const paths = {
  setUp: () => "/set-up",
  signIn: () => "/sign-in",
  /** The code goes behind `#`: browsers do not send that part, so it gets into no log. */
  invitation: (code = "") => `/invitation${code === "" ? "" : `#${code}`}`,
  account: () => "/account",
  guides: () => "/guide",
  guide: (name: GuideName, heading?: string) => `/guide/${name}${heading === undefined ? "" : `#${heading}`}`,
  projects: () => "/projects",
  project,
  templates: (key: ProjectKey) => `${project(key)}/templates`,
  template,
  /** The editor, with the cursor at a place of one of the template's texts. */
  templateAt: ({ part, line, column, ...key }: TemplateKey & { part: string; line: number; column: number }) =>
    `${template(key)}?part=${encodeURIComponent(part)}&line=${line}&column=${column}`,
  /** The editor, with the data of a document whose request is kept. */
  templateWithData: ({ documentId, ...key }: TemplateKey & { documentId: string }) =>
    `${template(key)}?dataOf=${documentId}`,
  /** The form that makes one document of the current version. */
  makeOne: (key: TemplateKey) => `${template(key)}/make`,
  versions: (key: TemplateKey) => `${template(key)}/versions`,
  version: (key: TemplateKey & { version: number }) => `${template(key)}/versions/${key.version}`,
  /** A version, with a line of one of its parts marked. */
  versionAt: ({ version, part, line, ...key }: TemplateKey & { version: number; part: string; line: number }) =>
    `${template(key)}/versions/${version}?part=${encodeURIComponent(part)}&line=${line}`,
  compare: (key: TemplateKey & { from: ComparedVersion; to: ComparedVersion }) =>
    `${template(key)}/compare?from=${key.from}&to=${key.to}`,
  translations: (key: ProjectKey) => `${project(key)}/translations`,
  assets: (key: ProjectKey) => `${project(key)}/assets`,
  assetUpdate: ({ projectId, assetId }: ProjectKey & { assetId: string }) =>
    `${project({ projectId })}/assets/${assetId}/update`,
  snippets,
  snippet,
  /** The list, reduced to snippets with a name. */
  snippetNamed: ({ projectId, name }: ProjectKey & { name: string }) => `${snippets({ projectId })}?search=${name}`,
  snippetUpdate: (key: SnippetKey) => `${snippet(key)}/update`,
  documents: (key: ProjectKey) => `${project(key)}/documents`,
  refusedRequests: (key: ProjectKey) => `${project(key)}/documents/refused`,
  documentsOfTemplate: (key: TemplateKey) => `${project(key)}/documents?templateId=${key.templateId}`,
  documentsOfKey: (key: ProjectKey & { keyId: string }) => `${project(key)}/documents?keyId=${key.keyId}`,
  documentsOfReference: (key: ProjectKey & { reference: string }) =>
    `${project(key)}/documents?reference=${encodeURIComponent(key.reference)}`,
  document: (key: ProjectKey & { documentId: string }) => `${project(key)}/documents/${key.documentId}`,
  batches,
  newBatch: (key: ProjectKey) => `${batches(key)}/new`,
  /** The page that asks for the file of a batch again, to send its other rows. */
  continueBatch: ({ batchId, ...key }: BatchKey) => `${batches(key)}/new?continue=${batchId}`,
  batch: ({ batchId, ...key }: BatchKey) => `${batches(key)}/${batchId}`,
  rowsWithWarnings: ({ batchId, ...key }: BatchKey) => `${batches(key)}/${batchId}?warning=any`,
  apiKeys: (key: ProjectKey) => `${project(key)}/api-keys`,
  brand: (key: ProjectKey) => `${project(key)}/brand`,
  brandUpdate: (key: ProjectKey) => `${project(key)}/brand/update`,
  members: (key: ProjectKey) => `${project(key)}/members`,
  settings: (key: ProjectKey, section: SettingsSection = "general") =>
    `${project(key)}/settings${section === "general" ? "" : `?section=${section}`}`,
};

/** The prefix of all addresses. */
export const basePath = "/dashboard";

/** The address after signing in: the one that was asked for, but never another site. */
export function pathAfterSignIn(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) ? to : paths.projects();
}
