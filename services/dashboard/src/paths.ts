type InProject = { projectId: string };
type InTemplate = InProject & { templateId: string };

/** What can be compared: a published version by its number, or the draft. */
export type ComparedVersion = number | "draft";

const project = ({ projectId }: InProject) => `/projects/${projectId}`;
const template = ({ projectId, templateId }: InTemplate) => `${project({ projectId })}/templates/${templateId}`;

/** Every address of the dashboard, below `/dashboard`. Links are made here and nowhere else. */
export const paths = {
  setUp: () => "/set-up",
  signIn: () => "/sign-in",
  /** The code stands behind `#`: that part never leaves the browser, so it gets into no log. */
  invitation: (code = "") => `/invitation${code === "" ? "" : `#${code}`}`,
  account: () => "/account",
  projects: () => "/projects",
  project,
  templates: (place: InProject) => `${project(place)}/templates`,
  template,
  versions: (place: InTemplate) => `${template(place)}/versions`,
  version: (place: InTemplate & { version: number }) => `${template(place)}/versions/${place.version}`,
  compare: (place: InTemplate & { from: ComparedVersion; to: ComparedVersion }) =>
    `${template(place)}/compare?from=${place.from}&to=${place.to}`,
  documents: (place: InProject) => `${project(place)}/documents`,
  documentsOfTemplate: (place: InTemplate) => `${project(place)}/documents?templateId=${place.templateId}`,
  documentsOfKey: (place: InProject & { keyId: string }) => `${project(place)}/documents?keyId=${place.keyId}`,
  document: (place: InProject & { documentId: string }) => `${project(place)}/documents/${place.documentId}`,
  apiKeys: (place: InProject) => `${project(place)}/api-keys`,
  members: (place: InProject) => `${project(place)}/members`,
  settings: (place: InProject) => `${project(place)}/settings`,
};

/** Where the router's addresses begin. */
export const basePath = "/dashboard";

/** Where to go after signing in: back to where one was, and never to another site. */
export function pathAfterSignIn(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) ? to : paths.projects();
}
