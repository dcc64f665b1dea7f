import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createId, operations, problems, type Operation, type OperationId, type ProblemCode } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { startPlaten, type Platen } from "@platen/testing";
import { createHash } from "node:crypto";
import { inviteStranger, openDashboard, signIn, type DashboardSession } from "./dashboard-session.ts";
import { errorOf, exchange, type Exchange } from "./exchange.ts";
import {
  createKey,
  createProject,
  createRevokedKey,
  createTemplate,
  publishTemplate,
  type IssuedKey,
} from "./project-setup.ts";

/** What one project has and another must not reach. */
type Home = {
  dashboard: DashboardSession;
  projectId: string;
  templateId: string;
  documentId: string;
  keyId: string;
  accountId: string;
  invitationId: string;
  key: IssuedKey;
  revoked: IssuedKey;
};

/** Everything that a path or a body can name. */
type Ids = Pick<Home, "projectId" | "templateId" | "documentId" | "keyId" | "accountId" | "invitationId"> & {
  version: string;
};

let platen: Platen;
let a: Home;
let b: Home;

async function makeHome(dashboard: DashboardSession, name: string): Promise<Home> {
  const projectId = await createProject(dashboard, name);
  const params = { projectId };
  const html = "<p>{{x}}</p>";
  const templateId = await publishTemplate(dashboard, projectId, { name: `${name} invoice`, html, tags: [name] });
  await createTemplate(dashboard, projectId, { name: `${name} letter`, html });
  const key = await createKey(platen.baseUrl, dashboard, projectId, `${name} key`);
  const { documentId } = await key.client.generateDocument({ templateId, data: {} });
  const { invitationId } = await dashboard.call(operations.inviteMember, {
    params,
    body: { email: `guest@${name}.example`, role: "viewer" },
  });
  const { accountId } = await dashboard.call(operations.getSession, {});
  const revoked = await createRevokedKey(platen.baseUrl, dashboard, projectId);
  return { dashboard, projectId, templateId, documentId, keyId: key.keyId, accountId, invitationId, key, revoked };
}

beforeAll(async () => {
  platen = await startPlaten({ workers: 1 });
  const first = await signIn(platen.baseUrl, platen.account);
  const second = await inviteStranger(platen.baseUrl, first, {
    email: "second@example.com",
    password: "a password of the second",
  });
  a = await makeHome(first, "alpha");
  b = await makeHome(second, "beta");
}, 120_000);

afterAll(() => platen?.stop());

type Reach = {
  /** Body of a request that would succeed on one's own. */
  body?: (ids: Ids) => unknown;
  /** Query of such a request. */
  query?: (ids: Ids) => string;
  /** Makes what a successful call uses up, so that calls do not disturb each other. */
  fresh?: (home: Home) => Promise<Partial<Ids>>;
  /** For operations nobody needs a credential for: what a call answers, whoever makes it. */
  open?: { status: number };
};

const source = { html: "<p>{{x}}</p>", css: "", settings: {}, dataSets: [{ name: "Sample data", json: "{}" }] };
let made = 0;
const freshName = () => `Fresh ${(made += 1)}`;

async function freshTemplate({ dashboard, projectId }: Home): Promise<{ templateId: string }> {
  return { templateId: await publishTemplate(dashboard, projectId, { name: freshName(), html: source.html }) };
}

async function freshKey({ dashboard, projectId }: Home): Promise<{ keyId: string }> {
  return { keyId: (await createKey(platen.baseUrl, dashboard, projectId, freshName())).keyId };
}

async function freshInvitation({ dashboard, projectId }: Home): Promise<{ invitationId: string }> {
  const body = { email: `${createId("account")}@example.com`, role: "viewer" } as const;
  return dashboard.call(operations.inviteMember, { params: { projectId }, body });
}

async function freshMember({ dashboard, projectId }: Home): Promise<{ accountId: string }> {
  const { code } = await dashboard.call(operations.inviteMember, {
    params: { projectId },
    body: { email: `${createId("account")}@example.com`, role: "editor" },
  });
  return openDashboard(platen.baseUrl).call(operations.acceptInvitation, {
    body: { code, password: "a password of a member" },
  });
}

async function freshProject({ dashboard }: Home): Promise<{ projectId: string }> {
  return { projectId: await createProject(dashboard, freshName()) };
}

/** With a second owner, as the last one may not leave. */
async function freshSharedProject(home: Home): Promise<{ projectId: string }> {
  const { projectId } = await freshProject(home);
  const { accountId } = await freshMember({ ...home, projectId });
  const params = { projectId, accountId };
  await home.dashboard.call(operations.changeMemberRole, { params, body: { role: "owner" } });
  return { projectId };
}

/** How to call each operation. One without an entry fails the first test below. */
const reaches: Record<OperationId, Reach> = {
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
  readInvitation: { body: () => ({ code: "a code that nobody ever made" }), open: { status: 404 } },
  acceptInvitation: {
    body: () => ({ code: "a code that nobody ever made", password: "a password of nobody" }),
    open: { status: 404 },
  },
  getSession: {},
  signOut: {},
  changePassword: {
    body: () => ({ currentPassword: "a wrong password", newPassword: "a new password, longer" }),
  },
};

/** Those whose own success would end the session they are tried with, and what they are tried to answer instead. */
const sessionOperations: Partial<Record<OperationId, number>> = { signOut: 204, changePassword: 401 };

const idsOf = (home: Home): Ids => ({ ...home, version: "1" });
const randomIds = (): Ids => ({
  projectId: createId("project"),
  templateId: createId("template"),
  documentId: createId("document"),
  keyId: createId("apiKey"),
  accountId: createId("account"),
  invitationId: createId("invitation"),
  version: "999",
});
const malformedIds = (): Ids => ({
  projectId: "prj_1",
  templateId: "1",
  documentId: "doc",
  keyId: "key_%20",
  accountId: "me",
  invitationId: "' OR 1=1",
  version: "-1",
});

type Credential = "key A" | "key B" | "revoked key A" | "nothing" | "session A" | "session B";
const credentials: Credential[] = ["key A", "key B", "revoked key A", "nothing", "session A", "session B"];

function headersOf(credential: Credential): Record<string, string> {
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

async function attempt(id: OperationId, ids: Ids, headers: Record<string, string>): Promise<Exchange> {
  const { method, path } = operations[id];
  const { body, query } = reaches[id];
  const values = new Map<string, string>(Object.entries(ids));
  const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(values.get(name) ?? ""));
  return exchange(`${platen.baseUrl}${url}${query ? `?${query(ids)}` : ""}`, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body(ids)) } : {}),
  });
}

function outcome(answer: Exchange): string {
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${errorOf(answer).code}`;
}

const refusedWith = (code: ProblemCode) => `${problems[code].status} ${code}`;

/** An answer without what differs between any two: the request's id. */
function comparable({ status, text }: Exchange): string {
  return `${status} ${text.replaceAll(/req_[0-9a-z]{26}/g, "req")}`;
}

// Widened: entries of the table are looked at as operations, not as themselves.
const table = Object.entries<Operation>(operations) as [OperationId, Operation][];
const byKey = table.filter(([, { access }]) => access === "apiKey");
const bySession = table.filter(([, { access }]) => access === "session");
const open = table.filter(([, { access }]) => access === "none");
const names = (entries: typeof table) => entries.map(([id]) => id);

/** Operations that name something of a project, by path or by body. */
const namesSomething = (id: OperationId) => id === "generateDocument" || operations[id].path.includes("{");

/** What an operation answers to ids it does not have: the problem of the innermost thing its path names. */
function missingCode(id: OperationId): ProblemCode {
  return id === "generateDocument" ? "template.not_found" : (notFoundOf(operations[id]) ?? "route.not_found");
}

function notFoundOf({ notFound }: Operation): ProblemCode | undefined {
  return notFound;
}

test("every operation of the contract is tried", () => {
  expect(Object.keys(reaches).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect([byKey.length, bySession.length, open.length].every((count) => count >= 4)).toBe(true);
  expect(byKey.length + bySession.length + open.length).toBe(table.length);
});

describe("with an API key", () => {
  test.each(names(byKey))("%s opens to the project's own keys and nobody else", async (id) => {
    const own = idsOf(a);
    const outcomes: Record<string, string> = {};
    for (const credential of credentials) {
      outcomes[credential] = outcome(await attempt(id, own, headersOf(credential)));
    }
    const success = String(operations[id].response.status);
    expect(outcomes).toEqual({
      "key A": success,
      // A list is the caller's own, whoever calls.
      "key B": namesSomething(id) ? refusedWith(missingCode(id)) : success,
      "revoked key A": refusedWith("auth.key_invalid"),
      nothing: refusedWith("auth.key_missing"),
      "session A": refusedWith("auth.key_missing"),
      "session B": refusedWith("auth.key_missing"),
    });
  });

  test.each(names(byKey).filter(namesSomething))("%s answers to another project's id as to none", async (id) => {
    const headers = headersOf("key A");
    const foreign = await attempt(id, idsOf(b), headers);
    expect(outcome(foreign)).toBe(refusedWith(missingCode(id)));
    for (const ids of [randomIds(), malformedIds()]) {
      expect(comparable(await attempt(id, ids, headers))).toBe(comparable(foreign));
    }
  });

  test("a revoked key learns nothing of what exists", async () => {
    const headers = headersOf("revoked key A");
    for (const [id] of byKey.filter(([id]) => namesSomething(id))) {
      const answers = await Promise.all([idsOf(a), idsOf(b), randomIds()].map((ids) => attempt(id, ids, headers)));
      expect(new Set(answers.map(comparable)).size).toBe(1);
    }
  });
});

describe("with a session", () => {
  test.each(names(bySession))("%s opens to the project's own members and nobody else", async (id) => {
    const inProject = operations[id].path.includes("{projectId}");
    const outcomes: Record<string, string> = {};
    for (const credential of credentials.filter((each) => each !== "session A")) {
      if (id in sessionOperations && credential === "session B") continue;
      outcomes[credential] = outcome(await attempt(id, idsOf(a), headersOf(credential)));
    }
    const stranger = refusedWith("auth.session_invalid");
    expect(outcomes).toEqual({
      "key A": stranger,
      "key B": stranger,
      "revoked key A": stranger,
      nothing: stranger,
      ...(id in sessionOperations
        ? {}
        : { "session B": inProject ? refusedWith("project.not_found") : String(operations[id].response.status) }),
    });

    // Last, because some of them change what they are about.
    const ids = { ...idsOf(a), ...(await reaches[id].fresh?.(a)) };
    const session = id in sessionOperations ? await signIn(platen.baseUrl, platen.account) : a.dashboard;
    const answer = await attempt(id, ids, { cookie: session.cookie() ?? "" });
    expect([answer.status, answer.status < 400 ? "" : answer.text.slice(0, 300)]).toEqual(
      id === "changePassword" ? [401, expect.any(String)] : [operations[id].response.status, ""],
    );
  });

  const ofProjects = names(bySession).filter((id) => operations[id].path.includes("{projectId}"));
  const ofParts = ofProjects.filter((id) => operations[id].path.replace("{projectId}", "").includes("{"));

  test.each(ofProjects)("%s answers to another's project as to none", async (id) => {
    const headers = headersOf("session A");
    const foreign = await attempt(id, idsOf(b), headers);
    expect(outcome(foreign)).toBe(refusedWith("project.not_found"));
    const missing = await attempt(id, { ...idsOf(b), projectId: createId("project") }, headers);
    expect(comparable(missing)).toBe(comparable(foreign));
    const nothing = await attempt(id, randomIds(), headers);
    expect(comparable(nothing)).toBe(comparable(foreign));
    const malformed = await attempt(id, malformedIds(), headers);
    expect(malformed.status).toBe(404);
  });

  test.each(ofParts)("%s reaches nothing of another's project through one's own", async (id) => {
    const headers = headersOf("session A");
    const foreign = await attempt(id, { ...idsOf(b), projectId: a.projectId }, headers);
    expect(outcome(foreign)).toBe(refusedWith(missingCode(id)));
    for (const ids of [randomIds(), malformedIds()]) {
      const missing = await attempt(id, { ...ids, projectId: a.projectId, version: "1" }, headers);
      expect(comparable(missing)).toBe(comparable(foreign));
    }
  });

  test.each(ofParts)("%s reaches nothing of one's own through another's project", async (id) => {
    const answer = await attempt(id, { ...idsOf(a), projectId: b.projectId }, headersOf("session A"));
    expect(outcome(answer)).toBe(refusedWith("project.not_found"));
  });
});

describe("whoever may not call", () => {
  const kinds = { own: () => idsOf(a), foreign: () => idsOf(b), random: randomIds, malformed: malformedIds };
  const strangers: Record<"apiKey" | "session", Partial<Record<Credential, ProblemCode>>> = {
    apiKey: {
      "revoked key A": "auth.key_invalid",
      nothing: "auth.key_missing",
      "session A": "auth.key_missing",
      "session B": "auth.key_missing",
    },
    session: {
      "key A": "auth.session_invalid",
      "key B": "auth.session_invalid",
      "revoked key A": "auth.session_invalid",
      nothing: "auth.session_invalid",
    },
  };

  test.each(names([...byKey, ...bySession]))("%s gets the same refusal for any id", async (id) => {
    const isByKey = operations[id].access === "apiKey";
    // `Object.entries` forgets which names an object has.
    const refusals = Object.entries(strangers[isByKey ? "apiKey" : "session"]) as [Credential, ProblemCode][];
    for (const [credential, code] of refusals) {
      // A path that leads nowhere is refused before the catalog is asked whether a key is still good.
      const isUnasked = isByKey && credential === "revoked key A" && operations[id].path.includes("{");
      const expected = { own: code, foreign: code, random: code, malformed: isUnasked ? missingCode(id) : code };
      const answers = Object.entries(kinds).map(
        async ([kind, ids]) => [kind, await attempt(id, ids(), headersOf(credential))] as const,
      );
      const answered = await Promise.all(answers);
      expect([credential, Object.fromEntries(answered.map(([kind, answer]) => [kind, outcome(answer)]))]).toEqual([
        credential,
        Object.fromEntries(Object.entries(expected).map(([kind, refusal]) => [kind, refusedWith(refusal)])),
      ]);
      const alike = answered.filter(([, answer]) => outcome(answer) === refusedWith(code));
      expect(new Set(alike.map(([, answer]) => comparable(answer))).size).toBe(1);
    }
  });

  test.each(names(byKey).filter(namesSomething))("%s answers the other project's key in the same way", async (id) => {
    const headers = headersOf("key B");
    const answers = await Promise.all([idsOf(a), randomIds(), malformedIds()].map((ids) => attempt(id, ids, headers)));
    expect(answers.map(outcome)).toEqual(answers.map(() => refusedWith(missingCode(id))));
    expect(new Set(answers.map(comparable)).size).toBe(1);
  });
});

test.each(names(open))("%s needs no credential, and none makes a difference", async (id) => {
  const answers: Exchange[] = [];
  for (const credential of credentials) {
    answers.push(await attempt(id, idsOf(a), headersOf(credential)));
  }
  expect(new Set(answers.map(comparable)).size).toBe(1);
  expect(answers[0]?.status).toBe(reaches[id].open?.status);
});

describe("lists and their totals", () => {
  const pageSize = 100;

  test("hold only what is the key's project's", async () => {
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const { client } = mine.key;
      const params = { projectId: mine.projectId };
      const own = await mine.dashboard.call(operations.listProjectTemplates, { params, query: { pageSize } });
      const listed = await client.listTemplates({ pageSize });
      expect(listed).toEqual(own);
      expect(listed.pagination.total).toBe(listed.templates.length);
      expect(listed.templates.map(({ templateId }) => templateId)).not.toContain(other.templateId);

      const documents = await client.listDocuments({ pageSize });
      expect(documents.documents.every(({ templateId }) => templateId === mine.templateId)).toBe(true);
      expect(documents.pagination.total).toBe(documents.documents.length);
      const projects = await client.listProjects();
      expect(projects.projects.map(({ projectId }) => projectId)).toEqual([mine.projectId]);
      expect(projects.pagination.total).toBe(1);
    }
  });

  test("are empty for what only another project has, whatever is searched or filtered by", async () => {
    const { client } = a.key;
    const lists = await Promise.all([
      client.listTemplates({ search: "beta" }),
      client.listTemplates({ tag: "beta" }),
      client.listTemplates({ search: b.templateId }),
      client.listDocuments({ templateId: b.templateId }),
      client.listProjects({ search: "beta" }),
      a.dashboard.call(operations.listMemberProjects, { query: { search: "beta" } }),
      a.dashboard.call(operations.listProjectDocuments, {
        params: { projectId: a.projectId },
        query: { templateId: b.templateId },
      }),
      a.dashboard.call(operations.listProjectTemplates, {
        params: { projectId: a.projectId },
        query: { search: "beta" },
      }),
    ]);
    expect(lists.map(({ pagination }) => [pagination.total, pagination.totalPages])).toEqual(lists.map(() => [0, 0]));
  });

  test("of the dashboard hold only one's own projects, keys, members and invitations", async () => {
    const query = { pageSize };
    const { projects } = await a.dashboard.call(operations.listMemberProjects, { query });
    expect(projects.map(({ projectId }) => projectId)).not.toContain(b.projectId);
    const params = { projectId: a.projectId };
    const { apiKeys } = await a.dashboard.call(operations.listApiKeys, { params, query });
    expect(apiKeys.map(({ keyId }) => keyId)).not.toContain(b.keyId);
    const { members } = await a.dashboard.call(operations.listMembers, { params, query });
    expect(members.map(({ accountId }) => accountId)).not.toContain(b.accountId);
    const { invitations } = await a.dashboard.call(operations.listInvitations, { params, query });
    expect(invitations.map(({ invitationId }) => invitationId)).not.toContain(b.invitationId);
  });
});

test("a member removed from a project cannot reach it any more, with the session they had", async () => {
  const { projectId } = await freshProject(a);
  const home = { ...a, projectId };
  const { code } = await a.dashboard.call(operations.inviteMember, {
    params: { projectId },
    body: { email: "leaver@example.com", role: "editor" },
  });
  const leaver = openDashboard(platen.baseUrl);
  const { accountId } = await leaver.call(operations.acceptInvitation, {
    body: { code, password: "a password of a leaver" },
  });
  expect((await leaver.call(operations.getProject, { params: { projectId } })).role).toBe("editor");
  await home.dashboard.call(operations.removeMember, { params: { projectId, accountId } });
  const headers = { cookie: leaver.cookie() ?? "" };
  expect(outcome(await attempt("getProject", { ...idsOf(a), projectId }, headers))).toBe(
    refusedWith("project.not_found"),
  );
  expect(outcome(await attempt("createTemplate", { ...idsOf(a), projectId }, headers))).toBe(
    refusedWith("project.not_found"),
  );
});

test("roles bound what a member may do", async () => {
  const { projectId } = await freshProject(a);
  const join = async (role: "editor" | "viewer") => {
    const { code } = await a.dashboard.call(operations.inviteMember, {
      params: { projectId },
      body: { email: `${role}@example.com`, role },
    });
    const member = openDashboard(platen.baseUrl);
    await member.call(operations.acceptInvitation, { body: { code, password: "a password of a member" } });
    return { cookie: member.cookie() ?? "" };
  };
  const headers = { editor: await join("editor"), viewer: await join("viewer") };
  for (const [id, definition] of bySession) {
    if (definition.permission === undefined || definition.permission === "read") continue;
    const refused = definition.permission === "edit" ? (["viewer"] as const) : (["viewer", "editor"] as const);
    for (const role of refused) {
      const answer = await attempt(id, { ...randomIds(), projectId }, headers[role]);
      expect([id, role, outcome(answer)]).toEqual([id, role, refusedWith("auth.scope_missing")]);
    }
  }
});

test("no internal route and no management page is reached through the gateway", async () => {
  const paths = [...new Set(Object.values<Operation>(internalOperations).map(({ path }) => path))];
  expect(paths.length).toBeGreaterThan(20);
  const ids = new Map<string, string>(Object.entries(idsOf(a)));
  const filled = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids.get(name) ?? "x"));
  for (const path of [...filled, "/livez", "/readyz", "/metrics", "/api/internal/v1/templates"]) {
    for (const method of ["GET", "POST"]) {
      const headers = { ...headersOf("key A"), ...headersOf("session A"), "platen-caller": "key:x" };
      const answer = await exchange(platen.baseUrl + path, { method, headers });
      expect([path, outcome(answer)]).toEqual([path, refusedWith("route.not_found")]);
    }
  }
});

test("a caller cannot pass themselves off to the catalog as somebody else", async () => {
  // The header the gateway names callers with counts for nothing when it comes from outside.
  const hash = createHash("sha256").update(b.key.key).digest("hex");
  const answer = await exchange(`${platen.baseUrl}/api/v1/templates?pageSize=100`, {
    headers: { ...headersOf("key A"), "platen-caller": `key:${hash}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("alpha invoice");
  expect(answer.text).not.toContain("beta");
});

test("all these attempts have changed nothing in the other project", async () => {
  const params = { projectId: b.projectId };
  const { dashboard } = b;
  const { templates } = await dashboard.call(operations.listProjectTemplates, { params });
  expect(Object.fromEntries(templates.map(({ name, version }) => [name, version]))).toEqual({
    "beta invoice": 1,
    "beta letter": null,
  });
  expect((await dashboard.call(operations.getProject, { params })).name).toBe("beta");
  const { apiKeys } = await dashboard.call(operations.listApiKeys, { params });
  expect(apiKeys.map(({ name }) => name)).toEqual(["beta key"]);
  const { members } = await dashboard.call(operations.listMembers, { params });
  expect(members.map(({ accountId, role }) => [accountId, role])).toEqual([[b.accountId, "owner"]]);
  const { invitations } = await dashboard.call(operations.listInvitations, { params });
  expect(invitations.map(({ invitationId }) => invitationId)).toEqual([b.invitationId]);
  const inTemplate = { ...params, templateId: b.templateId };
  expect(await dashboard.call(operations.getDraft, { params: inTemplate })).toMatchObject({
    html: source.html,
    revision: 1,
  });
  expect((await dashboard.call(operations.listVersions, { params: inTemplate })).pagination.total).toBe(1);
  expect((await dashboard.call(operations.listProjectDocuments, { params })).pagination.total).toBe(1);
});
