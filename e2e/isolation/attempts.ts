import { createId, operations, problems, type Operation, type OperationId, type ProblemCode } from "@platen/contracts";
import { errorOf, exchange, type Exchange } from "../exchange.ts";
import {
  freshInvitation,
  freshKey,
  freshMember,
  freshName,
  freshProject,
  freshSharedProject,
  freshTemplate,
  source,
  type Home,
  type TwoHomes,
} from "./homes.ts";

/** Everything that a path or a body can name. */
export type Ids = Pick<Home, "projectId" | "templateId" | "documentId" | "keyId" | "accountId" | "invitationId"> & {
  version: string;
};

type Reach = {
  /** Body of a request that would succeed on one's own. */
  body?: (ids: Ids) => unknown;
  /** Makes what a successful call uses up, so that calls do not disturb each other. */
  fresh?: (home: Home) => Promise<Partial<Ids>>;
  /** The answer of an operation without a credential, for any caller. */
  open?: { status: number };
};

/** How to call each operation; the compiler names one without an entry. */
export const reaches: Record<OperationId, Reach> = {
  generateDocument: { body: ({ templateId }) => ({ templateId, data: {} }) },
  listDocuments: {},
  getDocument: {},
  listProjectDocuments: {},
  getProjectDocument: {},
  listTemplates: {},
  getTemplate: {},
  listSamples: {},
  listProjectTemplates: {},
  createTemplate: { body: () => ({ name: freshName(), ...source }) },
  getProjectTemplate: {},
  updateTemplate: { body: () => ({ name: freshName() }), fresh: freshTemplate },
  deleteTemplate: { fresh: freshTemplate },
  getDraft: {},
  saveDraft: { body: () => ({ ...source, revision: 1 }), fresh: freshTemplate },
  publishDraft: { body: () => ({ revision: 1 }), fresh: freshTemplate },
  listVersions: {},
  getVersion: {},
  restoreVersion: { body: () => ({ revision: 1 }), fresh: freshTemplate },
  previewTemplate: { body: () => ({ data: {} }) },
  previewSource: { body: () => ({ name: freshName(), html: source.html }) },
  listProjects: {},
  listMemberProjects: {},
  createProject: { body: () => ({ name: freshName() }) },
  getProject: {},
  renameProject: { body: () => ({ name: freshName() }), fresh: freshProject },
  deleteProject: { fresh: freshProject },
  listApiKeys: {},
  createApiKey: { body: () => ({ name: freshName() }) },
  renameApiKey: { body: () => ({ name: freshName() }), fresh: freshKey },
  revokeApiKey: { fresh: freshKey },
  listMembers: {},
  changeMemberRole: { body: () => ({ role: "viewer" }), fresh: freshMember },
  removeMember: { fresh: freshMember },
  leaveProject: { fresh: freshSharedProject },
  listInvitations: {},
  inviteMember: { body: () => ({ email: `${createId("account")}@example.com`, role: "viewer" }) },
  withdrawInvitation: { fresh: freshInvitation },
  getSetup: { open: { status: 200 } },
  setUpFirstAccount: {
    body: () => ({ email: "third@example.com", password: "a password of the third" }),
    open: { status: 409 },
  },
  signIn: { body: () => ({ email: "third@example.com", password: "a wrong password" }), open: { status: 401 } },
  readInvitation: { body: () => ({ code: "a code that does not exist" }), open: { status: 404 } },
  acceptInvitation: {
    body: () => ({ code: "a code that does not exist", password: "a password of no account" }),
    open: { status: 404 },
  },
  getSession: {},
  signOut: {},
  changePassword: {
    body: () => ({ currentPassword: "a wrong password", newPassword: "a new password, longer" }),
  },
};

export const idsOf = (home: Home): Ids => ({ ...home, version: "1" });
export const randomIds = (): Ids => ({
  projectId: createId("project"),
  templateId: createId("template"),
  documentId: createId("document"),
  keyId: createId("apiKey"),
  accountId: createId("account"),
  invitationId: createId("invitation"),
  version: "999",
});
export const malformedIds = (): Ids => ({
  projectId: "prj_1",
  templateId: "1",
  documentId: "doc",
  keyId: "key_%20",
  accountId: "me",
  invitationId: "' OR 1=1",
  version: "-1",
});

export type Credential = "key A" | "key B" | "revoked key A" | "nothing" | "session A" | "session B";
export const credentials: Credential[] = ["key A", "key B", "revoked key A", "nothing", "session A", "session B"];

export function headersOf({ a, b }: TwoHomes, credential: Credential): Record<string, string> {
  const headers: Record<Credential, Record<string, string>> = {
    "key A": { authorization: `Bearer ${a.key.key}` },
    "key B": { authorization: `Bearer ${b.key.key}` },
    "revoked key A": { authorization: `Bearer ${a.revoked.key}` },
    nothing: {},
    "session A": { cookie: a.dashboard.cookie() ?? "" },
    "session B": { cookie: b.dashboard.cookie() ?? "" },
  };
  return headers[credential];
}

/** Calls an operation with these ids, in its path and in its body. */
export async function callWith(
  baseUrl: string,
  id: OperationId,
  ids: Ids,
  headers: Record<string, string>,
): Promise<Exchange> {
  const { method, path } = operations[id];
  const { body } = reaches[id];
  const values = new Map<string, string>(Object.entries(ids));
  const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(values.get(name) ?? ""));
  return exchange(`${baseUrl}${url}`, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body(ids)) } : {}),
  });
}

/** The status, and the problem's code of an answer that is one. */
export function outcome(answer: Exchange): string {
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${errorOf(answer).code}`;
}

export const refusedWith = (code: ProblemCode) => `${problems[code].status} ${code}`;

/** An answer without what differs between any two: the request's id. */
export function comparable({ status, text }: Exchange): string {
  return `${status} ${text.replaceAll(/req_[0-9a-z]{26}/g, "req")}`;
}

/** All operations by their ids. Widened: they are looked at as operations, not as themselves. */
export const table = Object.entries<Operation>(operations) as [OperationId, Operation][];

/** Operations that name something of a project, by path or by body. */
export const namesSomething = (id: OperationId) => id === "generateDocument" || operations[id].path.includes("{");

/** What an operation answers to ids it does not have: the problem of the innermost thing its path names. */
export function missingCode(id: OperationId): ProblemCode {
  return id === "generateDocument" ? "template.not_found" : (notFoundOf(operations[id]) ?? "route.not_found");
}

function notFoundOf({ notFound }: Operation): ProblemCode | undefined {
  return notFound;
}
