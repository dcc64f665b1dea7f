import { createId, problems, type Operation, type OperationId, type ProblemCode } from "@platen/contracts";
import { doors, type Door } from "../doors.ts";
import { errorOf, exchange, type Exchange } from "../exchange.ts";

/** The values of everything that a path or a body can name. */
export type Ids = Record<
  | "projectId"
  | "templateId"
  | "snippetId"
  | "documentId"
  | "deliveryId"
  | "keyId"
  | "accountId"
  | "invitationId"
  | "assetId"
  | "batchId"
  | "version",
  string
>;

const named = () => ({ name: createId("template") });
const namedFile = () => ({ name: `${createId("asset")}.svg` });
const source = { html: "<p>{{x}}</p>", css: "", settings: {}, dataSets: [{ name: "Sample data", json: "{}" }] };
const code = "a code that does not exist";

/** The bodies of requests that succeed in one's own project, except those of sign-in and of passwords. */
const bodies: Partial<Record<OperationId, (ids: Ids) => unknown>> = {
  generateDocument: ({ templateId }) => ({ templateId, data: {} }),
  generatePdf: ({ templateId }) => ({ templateId, data: {} }),
  generateJson: ({ templateId }) => ({ templateId, data: {} }),
  createDocument: ({ templateId }) => ({ templateId, data: {} }),
  createBatch: ({ templateId }) => ({ templateId }),
  createLink: () => ({}),
  retryBatch: () => ({ failed: "all" }),
  createTemplate: () => ({ ...named(), ...source }),
  updateTemplate: named,
  saveDraft: () => ({ ...source, revision: 1 }),
  publishDraft: () => ({ revision: 1 }),
  createSnippet: () => ({ name: createId("snippet").replace("snp_", "s"), html: source.html }),
  saveSnippet: () => ({ html: source.html, css: "", revision: 1 }),
  changeTranslations: () => ({ changes: { en: { greeting: "Hello {name}" } } }),
  importTranslations: () => ({ format: "json", content: '{ "en": { "title": "Invoice" } }' }),
  importTemplateTranslations: () => ({ format: "csv", content: "key,en\ntitle,Invoice", revision: 1 }),
  restoreVersion: () => ({ revision: 1 }),
  makeVersionCurrent: () => ({ current: 1 }),
  previewTemplate: () => ({ data: {} }),
  previewSource: () => ({ ...named(), html: source.html }),
  createProject: named,
  renameProject: named,
  saveRequestKeeping: () => ({ days: 7, redactedPaths: ["customer.iban"] }),
  saveBrand: () => ({ colours: [], textFont: null, headingFont: null, logoAssetId: null, legalLine: "" }),
  createApiKey: named,
  renameApiKey: named,
  renameAsset: namedFile,
  changeMemberRole: () => ({ role: "viewer" }),
  inviteMember: () => ({ email: `${createId("account")}@example.com`, role: "viewer" }),
  setUpFirstAccount: () => ({ email: "third@example.com", password: "a password of the third" }),
  signIn: () => ({ email: "third@example.com", password: "a wrong password" }),
  readInvitation: () => ({ code }),
  acceptInvitation: () => ({ code, password: "a password of no account" }),
  changePassword: () => ({ currentPassword: "a wrong password", newPassword: "a new password, longer" }),
};

export const randomIds = (): Ids => ({
  projectId: createId("project"),
  templateId: createId("template"),
  snippetId: createId("snippet"),
  documentId: createId("document"),
  deliveryId: createId("delivery"),
  keyId: createId("apiKey"),
  accountId: createId("account"),
  invitationId: createId("invitation"),
  assetId: createId("asset"),
  batchId: createId("batch"),
  version: "999",
});
export const malformedIds = (): Ids => ({
  projectId: "prj_1",
  templateId: "1",
  snippetId: "snp_1",
  documentId: "doc",
  deliveryId: "dlv_1",
  keyId: "key_%20",
  accountId: "me",
  invitationId: "' OR 1=1",
  assetId: "ast_",
  batchId: "bat_1",
  version: "-1",
});

/** Puts ids into the place of a path's parameters. */
export function filled(path: string, ids: Ids): string {
  const values = new Map<string, string>(Object.entries(ids));
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(values.get(name) ?? "x"));
}

/** Calls an operation with these ids, in its path and in its body. */
export async function callWith(
  baseUrl: string,
  { id, operation }: Door,
  ids: Ids,
  headers: Record<string, string>,
): Promise<Exchange> {
  const { method, path, request } = operation;
  const body = bodies[id]?.(ids);
  const url = `${baseUrl}${filled(path, ids)}`;
  if (id === "addBatchRows") {
    return exchange(url, { method: "POST", headers: { ...headers, "row-offset": "0" }, body: '{"data":{}}' });
  }
  if (request.bytes) {
    const query = new URLSearchParams(namedFile()).toString();
    return exchange(`${url}?${query}`, { method: method.toUpperCase(), headers, body: "<svg/>" });
  }
  return exchange(url, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** The status, and the problem's code of an answer that is one. */
export function outcome(answer: Exchange): string {
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${errorOf(answer).code}`;
}

export const refusedWith = (problem: ProblemCode) => `${problems[problem].status} ${problem}`;

/** An answer without what differs between any two: the request's id. */
export function comparable({ status, text }: Exchange): string {
  return `${status} ${text.replaceAll(/req_[0-9a-z]{26}/g, "req")}`;
}

/** The doors for callers of this kind whose path holds a text. */
export function doorsFor(access: Operation["access"], part = ""): Door[] {
  return doors.filter(({ operation }) => operation.access === access && operation.path.includes(part));
}

const namesTemplate = ({ id }: Door) =>
  ["generateDocument", "generatePdf", "generateJson", "createDocument", "createBatch"].includes(id);

/** Operations that name something of a project, by path or by body. */
export const namesSomething = (door: Door) => namesTemplate(door) || door.operation.path.includes("{");

/** The answer of an operation to ids it does not have: the problem of the innermost thing its path names. */
export function missing(door: Door): string {
  return refusedWith(namesTemplate(door) ? "template.not_found" : (door.operation.notFound ?? "route.not_found"));
}
