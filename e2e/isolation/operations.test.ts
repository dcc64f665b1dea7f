import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createId, operations, type Operation, type OperationId } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { createHash } from "node:crypto";
import { signIn } from "../dashboard-session.ts";
import { doorFor, type Door } from "../doors.ts";
import { exchange } from "../exchange.ts";
import { freshFor } from "../fresh.ts";
import {
  callWith,
  comparable,
  doorsFor,
  filled,
  malformedIds,
  missing,
  namesSomething,
  outcome,
  randomIds,
  refusedWith,
  type Ids,
} from "./attempts.ts";
import { html, startTwoHomes, type Home, type TwoHomes } from "./homes.ts";

let homes: TwoHomes;
let a: Home;
let b: Home;
/** The answer to a template that the other project's own key creates. */
let madeByB = "";

beforeAll(async () => {
  homes = await startTwoHomes();
  ({ a, b } = homes);
});

afterAll(() => homes?.platen.stop());

const attempt = (door: Door, ids: Ids, headers: Record<string, string>) => callWith(a.baseUrl, door, ids, headers);
const byKey = doorsFor("apiKey");
const bySession = doorsFor("session");

/** Expects the same refusal of an operation for each of these ids. */
async function expectAlike(door: Door, list: readonly Ids[], headers: Record<string, string>, refusal: string) {
  const answers = await Promise.all(list.map((ids) => attempt(door, ids, headers)));
  expect(answers.map(outcome)).toEqual(list.map(() => refusal));
  expect(new Set(answers.map(comparable)).size).toBe(1);
}

describe("with an API key", () => {
  test.each(byKey)("$name opens to the project's own keys alone", async (door) => {
    const success = String(door.operation.response.status);
    const own = { ...a.ids, ...(await freshFor(door.id, a)) };
    expect(outcome(await attempt(door, own, a.headers.key))).toBe(success);
    // Without a name in the path, an operation is about the project of the key.
    const others = await attempt(door, a.ids, b.headers.key);
    expect(outcome(others)).toBe(namesSomething(door) ? missing(door) : success);
    if (door.id === "createTemplate") madeByB = others.text;
  });

  test.each(byKey.filter(namesSomething))("$name answers to another project's id as to none", async (door) => {
    await expectAlike(door, [b.ids, randomIds(), malformedIds()], a.headers.key, missing(door));
  });
});

test("HTML of the request is printed for keys of a project that allows it, and its record is its project's alone", async () => {
  const send = (headers: Record<string, string>) =>
    exchange(`${a.baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ html, data: {} }),
    });
  expect(outcome(await send(b.headers.key))).toBe(refusedWith("project.inline_html_disabled"));
  expect(outcome(await send(a.headers["revoked key"]))).toBe(refusedWith("auth.key_invalid"));
  expect(outcome(await send(a.headers.session))).toBe(refusedWith("auth.key_missing"));
  const printed = await send(a.headers.key);
  expect(outcome(printed)).toBe("200");
  const ids = { ...a.ids, documentId: printed.headers.get("platen-document-id") ?? "" };
  expect(outcome(await attempt(doorFor("apiKey", "getDocument"), ids, a.headers.key))).toBe("200");
  expect(outcome(await attempt(doorFor("apiKey", "getDocument"), ids, b.headers.key))).toBe(
    refusedWith("document.not_found"),
  );
});

describe("with a session", () => {
  const ofProjects = doorsFor("session", "{projectId}");
  const ofParts = ofProjects.filter(({ operation }) => operation.path.replace("{projectId}", "").includes("{"));
  /** Operations whose own success would end the session they are tried with. */
  const isOfSession = ({ id }: Door) => id === "signOut" || id === "changePassword";

  test.each(bySession)("$name opens to the project's own members alone", async (door) => {
    const { id, operation } = door;
    const success = String(operation.response.status);
    if (!isOfSession(door)) {
      const { instanceRole } = operation;
      const others = instanceRole === undefined ? success : refusedWith("auth.scope_missing");
      const expected = ofProjects.includes(door) ? refusedWith("project.not_found") : others;
      expect(outcome(await attempt(door, a.ids, b.headers.session))).toBe(expected);
    }
    // Last, because some of them change what they are about.
    const ids = { ...a.ids, ...(await freshFor(id, a)) };
    const { cookie } = isOfSession(door) ? await signIn(a.baseUrl, homes.platen.account) : a.dashboard;
    const answer = await attempt(door, ids, { cookie: cookie() ?? "" });
    expect(outcome(answer)).toBe(id === "changePassword" ? refusedWith("auth.credentials_invalid") : success);
  });

  test.each(ofProjects)("$name answers to another's project as to none", async (door) => {
    const list = [b.ids, { ...b.ids, projectId: createId("project") }, randomIds()];
    await expectAlike(door, list, a.headers.session, refusedWith("project.not_found"));
    expect((await attempt(door, malformedIds(), a.headers.session)).status).toBe(404);
  });

  test.each(ofParts)("$name reaches nothing of another's project through one's own", async (door) => {
    const list = [b.ids, randomIds(), malformedIds()].map((ids) => ({ ...ids, projectId: a.projectId, version: "1" }));
    await expectAlike(door, list, a.headers.session, missing(door));
  });

  test.each(ofParts)("$name reaches nothing of one's own through another's project", async (door) => {
    const answer = await attempt(door, { ...a.ids, projectId: b.projectId }, a.headers.session);
    expect(outcome(answer)).toBe(refusedWith("project.not_found"));
  });
});

describe("a caller without access", () => {
  test.each(byKey)("$name gets the same refusal for any id", async (door) => {
    const existing = [a.ids, b.ids];
    for (const headers of [{}, a.headers.session]) {
      await expectAlike(door, [...existing, malformedIds()], headers, refusedWith("auth.key_missing"));
    }
    // A path that leads nowhere is refused before the catalog is asked whether a key is still good.
    await expectAlike(door, existing, a.headers["revoked key"], refusedWith("auth.key_invalid"));
  });

  test.each(bySession)("$name gets the same refusal for any id", async (door) => {
    for (const headers of [{}, a.headers.key, a.headers["revoked key"]]) {
      const list = [a.ids, b.ids, malformedIds()];
      await expectAlike(door, list, headers, refusedWith("auth.session_invalid"));
    }
  });
});

test.each(doorsFor("none"))("$name needs no credential, and none makes a difference", async (door) => {
  const credentials = [{}, ...Object.values(a.headers), ...Object.values(b.headers)];
  const answers = await Promise.all(credentials.map((headers) => attempt(door, a.ids, headers)));
  expect(new Set(answers.map(comparable)).size).toBe(1);
  expect(answers.map(outcome).join()).not.toMatch(/auth\.(key|session)/);
});

describe("lists and their totals", () => {
  const lists = [...byKey, ...bySession].filter(({ id }) => id.startsWith("list") && id !== "listSamples");

  /** The answer of a list to its project's key or member. */
  async function ask({ operation }: Door, { ids, headers }: Home, query: Record<string, string>) {
    const url = `${a.baseUrl}${filled(operation.path, ids)}?${new URLSearchParams(query).toString()}`;
    return exchange(url, { headers: operation.access === "apiKey" ? headers.key : headers.session });
  }

  test.each(lists)("$name holds only one's own", async (door) => {
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const { status, text, json } = await ask(door, mine, { pageSize: "100" });
      expect(status).toBe(200);
      for (const foreign of Object.values(other.ids)) if (foreign !== "1") expect(text).not.toContain(foreign);
      const { pagination, ...items } = (json as { data: Record<string, unknown> }).data;
      const [list] = Object.values(items);
      expect(pagination).toMatchObject({ total: Array.isArray(list) ? list.length : NaN });
    }
  });

  test.each<[Operation["access"], OperationId, (other: Ids) => Record<string, string>]>([
    ["apiKey", "listTemplates", () => ({ search: "beta" })],
    ["apiKey", "listTemplates", () => ({ tag: "beta" })],
    ["apiKey", "listTemplates", ({ templateId }) => ({ search: templateId })],
    ["session", "listTemplates", () => ({ search: "beta" })],
    ["apiKey", "listDocuments", ({ templateId }) => ({ templateId })],
    ["apiKey", "listDocuments", ({ batchId }) => ({ batchId })],
    ["apiKey", "listDocuments", ({ documentId }) => ({ search: documentId })],
    ["session", "listDocuments", ({ templateId }) => ({ templateId })],
    ["apiKey", "listProjects", () => ({ search: "beta" })],
    ["session", "listMemberProjects", () => ({ search: "beta" })],
  ])("to a caller of the kind %s, %s is empty for what only another project has", async (access, id, query) => {
    const { json } = await ask(doorFor(access, id), a, query(b.ids));
    expect(json).toMatchObject({ data: { pagination: { total: 0, totalPages: 0 } } });
  });
});

test("no internal route and no management page is reached through the gateway", async () => {
  const paths = [...new Set(Object.values<Operation>(internalOperations).map(({ path }) => filled(path, a.ids)))];
  expect(paths.length).toBeGreaterThan(20);
  const headers = { ...a.headers.key, ...a.headers.session, "platen-caller": "key:x" };
  for (const path of [...paths, "/livez", "/readyz", "/metrics", "/api/internal/v1/templates"]) {
    for (const method of ["GET", "POST"]) {
      const answer = await exchange(a.baseUrl + path, { method, headers });
      expect([path, outcome(answer)]).toEqual([path, refusedWith("route.not_found")]);
    }
  }
});

test("a caller cannot name another caller to the catalog", async () => {
  // The header the gateway names callers with counts for nothing when it comes from outside.
  const hash = createHash("sha256")
    .update(b.headers.key["authorization"]?.replace("Bearer ", "") ?? "")
    .digest("hex");
  const answer = await exchange(`${a.baseUrl}/api/v1/templates?pageSize=100`, {
    headers: { ...a.headers.key, "platen-caller": `key:${hash}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("alpha invoice");
  expect(answer.text).not.toContain("beta");
});

test("all these attempts have changed nothing in the other project", async () => {
  const { dashboard, ids } = b;
  const params = { projectId: b.projectId };
  const { templates } = await dashboard.call(operations.listTemplates.member, { params });
  const notByItsKey = templates.filter(({ templateId }) => !madeByB.includes(templateId));
  expect(Object.fromEntries(notByItsKey.map(({ name, version }) => [name, version]))).toEqual({
    "beta invoice": 1,
    "beta letter": null,
  });
  expect((await dashboard.call(operations.getProject, { params })).name).toBe("beta");
  const { apiKeys } = await dashboard.call(operations.listApiKeys, { params });
  expect(apiKeys.map(({ name }) => name)).toEqual(["beta key"]);
  const { members } = await dashboard.call(operations.listMembers, { params });
  expect(members.map(({ accountId, role }) => [accountId, role])).toEqual([[ids.accountId, "owner"]]);
  const { invitations } = await dashboard.call(operations.listInvitations, { params });
  expect(invitations.map(({ invitationId }) => invitationId)).toEqual([ids.invitationId]);
  const inTemplate = { ...params, templateId: ids.templateId };
  expect(await dashboard.call(operations.getDraft.member, { params: inTemplate })).toMatchObject({ html, revision: 1 });
  expect((await dashboard.call(operations.listVersions.member, { params: inTemplate })).pagination.total).toBe(1);
  // One of a request, and one of the batch.
  expect((await dashboard.call(operations.listDocuments.member, { params })).pagination.total).toBe(2);
});
