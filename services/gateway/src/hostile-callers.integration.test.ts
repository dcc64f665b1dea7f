import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { createApiKeyValue, createId, operations } from "@platen/contracts";
import { freePort } from "@platen/testing";
import { createProject } from "./testing/test-gateway.ts";
import { systemForFile } from "./testing/test-system.ts";

const system = systemForFile();

/** A body of 5 kB with 1.7 million values. Reading it whole would be answered with 413. */
const bomb = gzipSync(`[${"{},".repeat(1_700_000)}{}]`);

type Sent = { path: string; headers: Record<string, string>; body?: RequestInit["body"]; baseUrl?: string };

async function post({ path, headers, body = bomb, baseUrl = system.gateway.baseUrl }: Sent) {
  const response = await fetch(baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(body === bomb && { "content-encoding": "gzip" }), ...headers },
    body,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const generatePath = "/api/v1/generate";
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test("a large body of an unknown or revoked key or session is answered with 401 before it is read", async () => {
  const revoked = await createProject(system.member, "Revoked");
  const params = { projectId: revoked.projectId, keyId: revoked.keyId };
  await system.member.dashboard.call(operations.revokeApiKey, { params });
  const previews = `/api/dashboard/projects/${system.project.projectId}/previews`;
  for (const sent of [
    { path: generatePath, headers: bearer(createApiKeyValue(randomBytes)) },
    { path: generatePath, headers: bearer(revoked.key) },
    { path: previews, headers: { cookie: "platen_session=made-up" } },
  ]) {
    expect((await post(sent)).status).toBe(401);
  }
  expect((await post({ path: generatePath, headers: bearer(system.project.key) })).status).toBe(413);
  expect((await post({ path: previews, headers: { cookie: system.member.cookie } })).status).toBe(413);
});

test("a large body for an operation that anyone may call is answered with 413", async () => {
  const body = `"${"a".repeat(100_000)}"`;
  const { status, text } = await post({ path: "/api/dashboard/session", headers: {}, body });
  expect(status).toBe(413);
  expect(text).toContain("The body exceeds the limit of 16,384 bytes.");
});

describe("an address with too many failed requests", () => {
  const made = () => bearer(createApiKeyValue(randomBytes));
  const broken = "{broken";
  const signIn = { path: "/api/dashboard/session", headers: {}, body: broken };

  /** The statuses of requests, in order, until one is refused. A failure counts a moment after its answer. */
  async function untilRefused(ask: () => ReturnType<typeof post>): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < 60 && !statuses.includes(429)) statuses.push((await ask()).status);
    return statuses;
  }

  test.each<[string, () => Sent, number]>([
    ["with unknown keys", () => ({ path: generatePath, headers: made(), body: "{}" }), 401],
    ["with large bodies of unknown keys", () => ({ path: generatePath, headers: made() }), 401],
    ["with malformed keys", () => ({ path: generatePath, headers: bearer("plt_x"), body: "{}" }), 401],
    ["with malformed anonymous requests", () => signIn, 400],
  ])("%s is refused before its bodies are read, and a key that works goes on", async (what, next, status) => {
    const { baseUrl } = await system.fixture.startGateway({
      FAILED_REQUESTS_PER_ADDRESS: "5",
      REDIS_PREFIX: `${system.fixture.redis.prefix}:${what}:`,
    });
    const { key } = system.project;
    const read = () => fetch(`${baseUrl}/api/v1/templates`, { headers: bearer(key) });
    expect((await read()).status).toBe(200);
    expect(new Set(await untilRefused(() => post({ ...next(), baseUrl })))).toEqual(new Set([status, 429]));
    // Reading this body would be answered with 415.
    const refused = await post({ ...signIn, headers: { "content-type": "text/plain" }, baseUrl });
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: "rate.limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await read()).status).toBe(200);
  });

  test("with forged links is refused before another is looked at", async () => {
    const { baseUrl } = await system.fixture.startGateway({
      FAILED_REQUESTS_PER_ADDRESS: "5",
      REDIS_PREFIX: `${system.fixture.redis.prefix}:links:`,
    });
    const token = `${"A".repeat(43)}.i.abc.0.${createId("project")}.${createId("content")}`;
    const ask = async (path: string) => (await fetch(`${baseUrl}/f/${path}`)).status;
    const statuses: number[] = [];
    while (statuses.length < 60 && !statuses.includes(429))
      statuses.push(await ask(statuses.length % 2 === 0 ? token : "short"));
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });

  test("is refused by another gateway from its next failure there, and without Redis by the gateway that counts", async () => {
    const { fixture } = system;
    const failures = 25;
    const shared = `${fixture.redis.prefix}:shared:`;
    const strict = { FAILED_REQUESTS_PER_ADDRESS: String(failures), REDIS_PREFIX: shared };
    const [one, other, cut] = await Promise.all([
      fixture.startGateway(strict),
      fixture.startGateway(strict),
      fixture.startGateway({ ...strict, REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
    ]);
    const ask = (gateway: { baseUrl: string }) => post({ ...signIn, baseUrl: gateway.baseUrl });
    expect(await untilRefused(() => ask(one))).toContain(429);
    // By its own count alone the other gateway would allow as many.
    const failuresAtOther = (await untilRefused(() => ask(other))).indexOf(429);
    expect(failuresAtOther).toBeGreaterThan(0);
    expect(failuresAtOther).toBeLessThan(failures);
    expect(new Set(await untilRefused(() => ask(cut)))).toEqual(new Set([400, 429]));
  });
});
