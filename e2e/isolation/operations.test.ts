import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createId, operations, type Operation, type OperationId, type ProblemCode } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { createHash } from "node:crypto";
import { signIn } from "../dashboard-session.ts";
import { exchange, type Exchange } from "../exchange.ts";
import {
  callWith,
  comparable,
  credentials,
  headersOf as headersIn,
  idsOf,
  malformedIds,
  missingCode,
  namesSomething,
  outcome,
  randomIds,
  reaches,
  refusedWith,
  table,
  type Credential,
  type Ids,
} from "./attempts.ts";
import { source, startTwoHomes, type Home, type TwoHomes } from "./homes.ts";

let homes: TwoHomes;
let a: Home;
let b: Home;

beforeAll(async () => {
  homes = await startTwoHomes();
  ({ a, b } = homes);
}, 120_000);

afterAll(() => homes?.platen.stop());

const headersOf = (credential: Credential) => headersIn(homes, credential);
const attempt = (id: OperationId, ids: Ids, headers: Record<string, string>) => callWith(a.baseUrl, id, ids, headers);

/** Those whose own success would end the session they are tried with. */
const sessionOperations: ReadonlySet<OperationId> = new Set(["signOut", "changePassword"]);

const byKey = table.filter(([, { access }]) => access === "apiKey");
const bySession = table.filter(([, { access }]) => access === "session");
const open = table.filter(([, { access }]) => access === "none");
const names = (entries: typeof table) => entries.map(([id]) => id);

test("every operation of the contract is tried", () => {
  expect(Object.keys(reaches).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect([byKey.length, bySession.length, open.length].every((count) => count >= 4)).toBe(true);
  expect(byKey.length + bySession.length + open.length).toBe(table.length);
});

describe("with an API key", () => {
  test.each(names(byKey))("%s opens to the project's own keys alone", async (id) => {
    const own = idsOf(a);
    const outcomes: Record<string, string> = {};
    for (const credential of credentials) {
      outcomes[credential] = outcome(await attempt(id, own, headersOf(credential)));
    }
    const success = String(operations[id].response.status);
    expect(outcomes).toEqual({
      "key A": success,
      // A list has the caller's own items, for any caller.
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
  test.each(names(bySession))("%s opens to the project's own members alone", async (id) => {
    const inProject = operations[id].path.includes("{projectId}");
    const outcomes: Record<string, string> = {};
    for (const credential of credentials.filter((each) => each !== "session A")) {
      if (sessionOperations.has(id) && credential === "session B") continue;
      outcomes[credential] = outcome(await attempt(id, idsOf(a), headersOf(credential)));
    }
    const stranger = refusedWith("auth.session_invalid");
    expect(outcomes).toEqual({
      "key A": stranger,
      "key B": stranger,
      "revoked key A": stranger,
      nothing: stranger,
      ...(sessionOperations.has(id)
        ? {}
        : { "session B": inProject ? refusedWith("project.not_found") : String(operations[id].response.status) }),
    });

    // Last, because some of them change what they are about.
    const ids = { ...idsOf(a), ...(await reaches[id].fresh?.(a)) };
    const session = sessionOperations.has(id) ? await signIn(a.baseUrl, homes.platen.account) : a.dashboard;
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

describe("a caller without access", () => {
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

test("no internal route and no management page is reached through the gateway", async () => {
  const paths = [...new Set(Object.values<Operation>(internalOperations).map(({ path }) => path))];
  expect(paths.length).toBeGreaterThan(20);
  const ids = new Map<string, string>(Object.entries(idsOf(a)));
  const filled = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids.get(name) ?? "x"));
  for (const path of [...filled, "/livez", "/readyz", "/metrics", "/api/internal/v1/templates"]) {
    for (const method of ["GET", "POST"]) {
      const headers = { ...headersOf("key A"), ...headersOf("session A"), "platen-caller": "key:x" };
      const answer = await exchange(a.baseUrl + path, { method, headers });
      expect([path, outcome(answer)]).toEqual([path, refusedWith("route.not_found")]);
    }
  }
});

test("a caller cannot name another caller to the catalog", async () => {
  // The header the gateway names callers with counts for nothing when it comes from outside.
  const hash = createHash("sha256").update(b.key.key).digest("hex");
  const answer = await exchange(`${a.baseUrl}/api/v1/templates?pageSize=100`, {
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
