import { beforeAll, describe, expect, test } from "@jest/globals";
import { errorEnvelope, operations, readWarningsHeader, resourceBlocked } from "@platen/contracts";
import { maxPresent, presenceSeconds } from "@platen/contracts/internal";
import { createProducerConnection } from "@platen/queue";
import { waitFor } from "@platen/testing";
import { createPresence } from "./presence/presence.ts";
import {
  cookieSetBy,
  createProject,
  email,
  memberWith,
  password,
  signIn,
  type Member,
  type TestGateway,
  type TestProject,
  type TestFixture,
} from "./testing/test-gateway.ts";
import { systemForFile } from "./testing/test-system.ts";

const system = systemForFile();
let fixture: TestFixture;
let gateway: TestGateway;
let member: Member;
let project: TestProject;

beforeAll(async () => {
  ({ fixture, gateway, member, project } = system);
});

async function codeOf(response: Response): Promise<string> {
  return errorEnvelope.parse(await response.json()).error.code;
}

function dashboard(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/api/dashboard${path}`, init);
}

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const all = { cookie: member.cookie, "content-type": "application/json", ...headers };
  return dashboard(path, { method: "POST", headers: all, body: JSON.stringify(body) });
}

describe("a session", () => {
  test("begins with the right password, and its value is in the cookie only", async () => {
    const response = await signIn(gateway.baseUrl, email, password);
    expect(response.status).toBe(201);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^platen_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const value = /=([^;]+);/.exec(cookie)?.[1] ?? "";
    const body = await response.text();
    expect(value.length).toBeGreaterThan(20);
    expect(body).not.toContain(value);
    expect(JSON.parse(body)).toMatchObject({ success: true, data: { email } });
    const { dashboard: signedIn } = memberWith(gateway.baseUrl, `theme=dark; platen_session=${value}`);
    expect(await signedIn.call(operations.getSession, {})).toMatchObject({ email });
  });

  test("ends when signed out, on the server too", async () => {
    const cookie = cookieSetBy(await signIn(gateway.baseUrl, email, password));
    const out = await dashboard("/session", { method: "DELETE", headers: { cookie } });
    expect(out.status).toBe(204);
    expect(out.headers.get("set-cookie")).toMatch(/^platen_session=; Max-Age=0;/);
    expect(await codeOf(await dashboard("/session", { headers: { cookie } }))).toBe("auth.session_invalid");
  });

  test("is replaced when the password changes, and all others end", async () => {
    const cookie = cookieSetBy(await signIn(gateway.baseUrl, email, password));
    const body = { currentPassword: password, newPassword: password };
    const changed = cookieSetBy(await post("/account/password", body, { cookie }));
    expect(await codeOf(await dashboard("/session", { headers: { cookie } }))).toBe("auth.session_invalid");
    expect((await dashboard("/session", { headers: { cookie: changed } })).status).toBe(200);
    member = memberWith(gateway.baseUrl, changed);
  });

  test("behind TLS is in a __Host- cookie, and a plain cookie is ignored", async () => {
    const { baseUrl } = await fixture.startGateway({ PUBLIC_URL: "https://platen.example", TRUST_PROXY: "1" });
    const headers = { "x-forwarded-host": "platen.example", "content-type": "application/json" };
    const body = JSON.stringify({ email, password });
    const response = await fetch(`${baseUrl}/api/dashboard/session`, { method: "POST", headers, body });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-platen_session=.+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const plain = await fetch(`${baseUrl}/api/dashboard/session`, { headers: { ...headers, cookie: member.cookie } });
    expect(plain.status).toBe(401);
  });
});

test.each([
  ["a public URL", "https://platen.example", "platen.example", "127.0.0.1"],
  ["no public URL", "", "localhost:8080", "evil.test"],
])("with %s the dashboard is at its own host alone, and the API at every host", async (_what, url, own, foreign) => {
  const { baseUrl } = await fixture.startGateway({ TRUST_PROXY: "1", ...(url !== "" && { PUBLIC_URL: url }) });
  const ask = async (host: string, path: string) => {
    const headers = { "x-forwarded-host": host, authorization: `Bearer ${project.key}` };
    const { status, headers: answered } = await fetch(baseUrl + path, { headers });
    return [status, answered.get("strict-transport-security")];
  };
  const transport = url === "" ? null : "max-age=31536000";
  for (const path of ["/api/dashboard/setup", "/dashboard"]) {
    expect(await ask(own, path)).toEqual([200, transport]);
    expect(await ask(foreign, path)).toEqual([403, transport]);
  }
  expect(await ask(foreign, "/api/v1/templates")).toEqual([200, transport]);
});

describe("another site", () => {
  test("cannot change anything, nor sign a browser in to another account; our own page can", async () => {
    const [fromOther, fromOwn] = [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-origin" }];
    for (const [path, body] of [
      ["/projects", { name: "Forged" }],
      ["/session", { email, password }],
    ] as const) {
      const refused = await post(path, body, fromOther);
      expect([refused.status, refused.headers.get("set-cookie")]).toEqual([403, null]);
      expect(await codeOf(refused)).toBe("auth.cross_site");
      expect((await post(path, body, fromOwn)).status).toBe(201);
    }
  });
});

describe("guessing a password", () => {
  test("is refused for the account after ten attempts, while its open sessions go on", async () => {
    const victim = "victim@example.com";
    const codes = new Set<string>();
    for (let guess = 0; guess < 10; guess += 1) {
      codes.add(await codeOf(await signIn(gateway.baseUrl, victim, `guess number ${guess}`)));
    }
    expect([...codes]).toEqual(["auth.credentials_invalid"]);
    const refused = await signIn(gateway.baseUrl, victim, "guess number 11");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await codeOf(refused)).toBe("rate.limited");
    expect((await signIn(gateway.baseUrl, email, password)).status).toBe(201);
  });

  /** A gateway that counts on its own, and believes the addresses that callers give. */
  const strictGateway = (
    name: string,
    limits: { account: number; total?: number; address?: number; successes?: number },
  ) =>
    fixture.startGateway({
      TRUST_PROXY: "1",
      REDIS_PREFIX: `${fixture.redis.prefix}:${name}:`,
      SIGN_IN_TRIES_PER_ACCOUNT: String(limits.account),
      SIGN_IN_TRIES_PER_ACCOUNT_TOTAL: String(limits.total ?? 1_000),
      SIGN_IN_TRIES_PER_ADDRESS: String(limits.address ?? 1_000),
      SIGN_INS_PER_ACCOUNT: String(limits.successes ?? 1_000),
    });

  /** Sends a password from an address. */
  const send = (to: TestGateway, from: number, path: string, body: object, cookie = "") =>
    fetch(`${to.baseUrl}/api/dashboard/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${from}`, cookie },
      body: JSON.stringify(body),
    });

  async function statusesOf(count: number, attempt: () => Promise<Response>): Promise<number[]> {
    const statuses: number[] = [];
    for (let number = 0; number < count; number += 1) statuses.push((await attempt()).status);
    return statuses;
  }

  test("by others keeps the owner out neither of another address nor of a browser that has signed in before", async () => {
    const strict = await strictGateway("lockout", { account: 3, total: 5 });
    const owner = (from: number, cookie?: string) => send(strict, from, "session", { email, password }, cookie);
    const guessFrom = (from: number) => () => send(strict, from, "session", { email, password: "guess" });
    const known = cookieSetBy(await owner(1));
    expect(await statusesOf(4, guessFrom(2))).toEqual([401, 401, 401, 429]);
    expect((await owner(3)).status).toBe(201);
    expect(await statusesOf(3, guessFrom(4))).toEqual([401, 401, 429]);
    expect([(await owner(3)).status, (await owner(3, known.replace("device=", "device=x"))).status]).toEqual([
      429, 429,
    ]);
    expect((await owner(2, known)).status).toBe(201);
    const byDevice = () => send(strict, 5, "session", { email, password: "guess" }, known);
    expect(await statusesOf(4, byDevice)).toEqual([401, 401, 401, 429]);
  });

  test("beyond an account's limit takes nothing from the tries of others at the same address", async () => {
    const strict = await strictGateway("shared", { account: 2, address: 4 });
    const guessAt = (account: string) => () => send(strict, 1, "session", { email: account, password: "guess" });
    expect(await statusesOf(9, guessAt("one@example.com"))).toEqual([401, 401, ...Array<number>(7).fill(429)]);
    expect(await statusesOf(2, guessAt("other@example.com"))).toEqual([401, 401]);
  });

  test("leaves the account its successful sign-ins, which are limited too, because each costs a hash", async () => {
    const strict = await strictGateway("successes", { account: 5, successes: 2 });
    const guess = () => send(strict, 1, "session", { email, password: "guess" });
    expect(await statusesOf(4, guess)).toEqual([401, 401, 401, 401]);
    const owner = () => send(strict, 2, "session", { email, password });
    expect(await statusesOf(3, owner)).toEqual([201, 201, 429]);
  });

  test("costs the account the same by an invitation and by an open session as by sign-in", async () => {
    const strict = await strictGateway("ways", { account: 2 });
    const params = { projectId: project.projectId };
    const grace = { email: "grace@example.com", password: "a password of grace" };
    const invite = () =>
      member.dashboard.call(operations.inviteMember, { params, body: { email: grace.email, role: "viewer" } });
    const first = { code: (await invite()).code, password: grace.password };
    const joined = await send(strict, 1, "invitations/accept", first);
    const session = cookieSetBy(joined).split(";")[0];
    const { accountId } = await memberWith(gateway.baseUrl, session ?? "").dashboard.call(operations.getSession, {});
    await member.dashboard.call(operations.removeMember, { params: { ...params, accountId } });
    const { code } = await invite();
    const ways: (() => Promise<Response>)[] = [
      () => send(strict, 2, "invitations/accept", { code, password: "a wrong password" }),
      () => send(strict, 3, "account/password", { currentPassword: "wrong", newPassword: "a new password" }, session),
    ];
    for (const [index, way] of ways.entries()) {
      expect(await statusesOf(3, way)).toEqual([401, 401, 429]);
      expect((await send(strict, index + 2, "session", grace)).status).toBe(429);
    }
    expect((await send(strict, 4, "session", grace)).status).toBe(201);
  });

  test("is refused for an address that tries many accounts", async () => {
    const strict = await strictGateway("strict", { account: 1_000, address: 3 });
    let account = 0;
    const guess = () =>
      send(strict, 1, "session", { email: `nobody-${(account += 1)}@example.com`, password: "guess" });
    expect(await statusesOf(5, guess)).toEqual([401, 401, 401, 429, 429]);
  });
});

test("an invitation of another person cannot be accepted while signed in, as by its inviter", async () => {
  const body = { email: "ceo@example.com", role: "viewer" } as const;
  const { code } = await member.dashboard.call(operations.inviteMember, {
    params: { projectId: project.projectId },
    body,
  });
  const accept = (headers: Record<string, string>) =>
    post("/invitations/accept", { code, password: "a password of the inviter" }, headers);
  const refused = await accept({});
  expect([refused.status, await codeOf(refused)]).toEqual([409, "invitation.other_account"]);
  expect((await accept({ cookie: "platen_session=ended" })).status).toBe(201);
});

describe("a preview", () => {
  const preview = (body: object, projectId = project.projectId) =>
    post(`/projects/${projectId}/templates/${project.templateId}/preview`, body);

  test("is answered inline, with the given data or the sample data, and leaves no record", async () => {
    const given = await preview({ html: "<p>{{number}}</p>", data: { number: "given" } });
    expect(given.status).toBe(200);
    expect(await given.text()).toContain('{"number":"given"}');
    expect(Object.fromEntries(given.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^inline; filename=/),
      "platen-page-count": "2",
      "server-timing": expect.stringContaining("render;dur=40"),
    });
    const ofSample = await preview({});
    expect(ofSample.headers.has("platen-warnings")).toBe(false);
    expect(await ofSample.text()).toContain('{"number":"sample"}');
    const params = { projectId: project.projectId };
    const { pagination } = await member.dashboard.call(operations.listDocuments.member, { params });
    expect(pagination.total).toBe(0);
  });

  test("comes with its warnings, for a template and for a source without a template", async () => {
    const warnings = [resourceBlocked({ kind: "image", host: "cdn.example.com", count: 3 })];
    const body = { html: "<p>x", data: { warnings } };
    const ofSource = await post(`/projects/${project.projectId}/previews`, { name: "Sample", ...body });
    for (const response of [await preview(body), ofSource]) {
      expect(response.status).toBe(200);
      expect(readWarningsHeader(response.headers.get("platen-warnings") ?? "")).toEqual(warnings);
    }
  });

  test("by a viewer shows what is stored, and nothing of the viewer's own", async () => {
    const { projectId, templateId } = project;
    const body = { email: "viewer@example.com", role: "viewer" } as const;
    const { code } = await member.dashboard.call(operations.inviteMember, { params: { projectId }, body });
    const cookie = cookieSetBy(await post("/invitations/accept", { code, password: "looks, no more" }, { cookie: "" }));
    const path = `/projects/${projectId}/templates/${templateId}/preview`;
    const ask = (given: object) => post(path, given, { cookie });
    for (const given of [{}, { version: 1 }, { dataSet: "Sample data" }, { options: { pageRanges: "1" } }]) {
      const shown = await ask(given);
      expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('{"number":"sample"}')]);
    }
    for (const given of [
      { html: "<p>" },
      { css: "p {}" },
      { settings: {} },
      { data: {} },
      { version: 1, html: "" },
      ...[{ javascript: true }, { header: "<p>" }, { footer: "" }, { scale: 2 }].map((options) => ({ options })),
    ]) {
      const refused = await ask(given);
      expect([given, refused.status, await codeOf(refused)]).toEqual([given, 403, "auth.scope_missing"]);
    }
    expect(await codeOf(await ask({ version: 99 }))).toBe("template.not_found");
    expect(await codeOf(await ask({ dataSet: "Another" }))).toBe("request.invalid");
  });

  test("of a template that does not parse is refused", async () => {
    expect(await codeOf(await preview({ html: "<p>{{#open}}</p>" }))).toBe("template.syntax_invalid");
  });
});

describe("an open template", () => {
  const keep = (cookie: string, ids: { projectId: string; templateId: string }) =>
    memberWith(gateway.baseUrl, cookie).dashboard.call(operations.keepPresence, { params: ids });

  test("is told to have the other members who have it open, and tells strangers and removed members nothing", async () => {
    const { projectId, templateId } = project;
    const ids = { projectId, templateId };
    const join = async (name: string) => {
      const body = { email: `${name}@example.com`, role: "viewer" } as const;
      const { code } = await member.dashboard.call(operations.inviteMember, { params: { projectId }, body });
      return cookieSetBy(await post("/invitations/accept", { code, password: "is present, or not" }, { cookie: "" }));
    };
    const [ada, bob] = [await join("ada"), await join("bob")];
    expect((await keep(ada, ids)).others).toEqual([]);
    const { others } = await keep(bob, ids);
    expect(others.map(({ email: address }) => address)).toEqual(["ada@example.com"]);

    const apart = await createProject(member, "Apart");
    for (const foreign of [apart, { projectId, templateId: apart.templateId }, { ...apart, templateId }]) {
      await expect(keep(bob, { projectId: foreign.projectId, templateId: foreign.templateId })).rejects.toMatchObject({
        status: 404,
      });
    }
    expect((await keep(member.cookie, apart)).others).toEqual([]);

    const accountId = others[0]?.accountId ?? "";
    await member.dashboard.call(operations.removeMember, { params: { projectId, accountId } });
    expect((await keep(bob, ids)).others).toEqual([]);
  });

  test("counts a member as away after the lease, and remembers a bounded number of members", async () => {
    const logger = { warn: () => undefined, info: () => undefined };
    const redis = createProducerConnection({ redisUrl: fixture.redis.url, logger }, "presence");
    const prefix = `${fixture.variables.REDIS_PREFIX}test:`;
    let now = 1_000_000;
    const presence = createPresence({ redis, prefix, now: () => now });
    try {
      await waitFor(() => redis.status === "ready", { describe: "the connection" });
      await presence.renew("tpl", "first");
      now += (presenceSeconds - 1) * 1_000;
      for (let index = 0; index < maxPresent + 5; index += 1) {
        now += 1;
        await presence.renew("tpl", `account ${index}`);
      }
      expect(await presence.of("tpl")).toHaveLength(maxPresent + 1);
      expect(await redis.zcard(`${prefix}presence:tpl`)).toBe(maxPresent + 1);
      expect(await redis.ttl(`${prefix}presence:tpl`)).toBeLessThanOrEqual(presenceSeconds);
      now += presenceSeconds * 1_000;
      expect(await presence.of("tpl")).toEqual([]);
    } finally {
      redis.disconnect();
    }
    // Without Redis the members are told nothing, and no request fails.
    await presence.renew("tpl", "first");
    expect(await presence.of("tpl")).toEqual([]);
  });
});

test("a request id reaches the catalog's log and comes back", async () => {
  const requestId = "trace-me-through-both-0001";
  const response = await dashboard("/projects", { headers: { cookie: member.cookie, "x-request-id": requestId } });
  expect(response.headers.get("x-request-id")).toBe(requestId);
  const isLogged = () => fixture.catalog.logs().some((line) => line["requestId"] === requestId);
  await waitFor(isLogged, { describe: "the catalog's line" });
});
