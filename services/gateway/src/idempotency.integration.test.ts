import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations, resourceBlocked } from "@platen/contracts";
import { runService, waitFor } from "@platen/testing";
import { generateAs, type RawAnswer } from "./testing/generate-as.ts";
import { startScriptedWorker } from "./testing/scripted-worker.ts";
import {
  createProject,
  type Member,
  type TestGateway,
  type TestProject,
  type TestFixture,
} from "./testing/test-gateway.ts";
import { startTestSystem, type TestSystem } from "./testing/test-system.ts";

let system: TestSystem;
let fixture: TestFixture;
let one: TestGateway;
let other: TestGateway;
let worker: TestSystem["worker"];
let member: Member;
let project: TestProject;

beforeAll(async () => {
  system = await startTestSystem();
  ({ fixture, worker, member, project } = system);
  one = system.gateway;
  other = await fixture.startGateway();
}, 120_000);

afterAll(() => system?.stop());

type Options = Partial<Parameters<typeof generateAs>[1]> & { as?: Pick<TestProject, "key" | "templateId"> };

function generate(
  key: string,
  { as = project, baseUrl = one.baseUrl, headers, ...rest }: Options = {},
): Promise<RawAnswer> {
  return generateAs(as, { baseUrl, ...rest, headers: { "idempotency-key": key, ...headers } });
}

/** How often workers got a document whose data contain this mark. */
const timesRendered = (mark: string) => worker.jobs.filter(({ dataJson }) => dataJson.includes(mark)).length;

async function untilTaken(mark: string): Promise<void> {
  await waitFor(() => timesRendered(mark) > 0, { timeoutMs: 10_000, describe: "the job" });
}

describe("requests with the same key and the same body", () => {
  test("get the same bytes, rendered once, from any gateway, and a replayed answer says so", async () => {
    const key = randomUUID();
    const data = { mark: key, warnings: [resourceBlocked({ kind: "image", host: "cdn.example.com", count: 3 })] };
    const first = await generate(key, { data });
    const second = await generate(key, { data, baseUrl: other.baseUrl });
    expect(second.status).toBe(200);
    expect(first.header("platen-warnings")).toContain("cdn.example.com");
    expect(second.header("platen-warnings")).toBe(first.header("platen-warnings"));
    expect(second.text).toBe(first.text);
    expect(second.header("platen-document-id")).toBe(first.header("platen-document-id"));
    expect(second.header("content-disposition")).toBe(first.header("content-disposition"));
    expect([first, second].map((answer) => answer.header("idempotency-replayed"))).toEqual([null, "true"]);
    expect(timesRendered(key)).toBe(1);
  });

  test("wait while the first is rendered, twenty at once on two gateways", async () => {
    const key = randomUUID();
    const data = { mark: key, delayMs: 800 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => generate(key, { data, baseUrl: (index % 2 ? one : other).baseUrl })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.header("platen-document-id"))).size).toBe(1);
    expect(timesRendered(key)).toBe(1);
  });

  test("are rendered once even if a gateway is killed while it waits and the client asks another", async () => {
    const key = randomUUID();
    const data = { mark: key, delayMs: 1_500 };
    const doomed = await runService("gateway", fixture.variables);
    const first = generate(key, { data, baseUrl: doomed.url });
    first.catch(() => undefined);
    await untilTaken(key);
    doomed.kill("SIGKILL");
    await expect(first).rejects.toThrow();
    const again = await generate(key, { data });
    expect(again.text).toBe(`%PDF-1.7 ${JSON.stringify(data)}`);
    expect((await generate(key, { data })).text).toBe(again.text);
    expect(timesRendered(key)).toBe(1);
  });

  test("are told to retry when the first takes longer than their deadline", async () => {
    const key = randomUUID();
    const data = { mark: key, delayMs: 2_500 };
    const first = generate(key, { data });
    await untilTaken(key);
    const hasty = await generate(key, { data, headers: { "platen-deadline-ms": "400" } });
    expect(hasty).toMatchObject({ status: 409, code: "idempotency.in_progress" });
    expect(Number(hasty.header("retry-after"))).toBeGreaterThanOrEqual(1);
    expect((await first).status).toBe(200);
    expect(timesRendered(key)).toBe(1);
  });

  test("get the same document in JSON form", async () => {
    const key = randomUUID();
    const client = createClient({ baseUrl: one.baseUrl, apiKey: project.key });
    const ask = () =>
      client.generateDocumentAsJson(
        { templateId: project.templateId, data: { mark: key } },
        { headers: { "idempotency-key": key } },
      );
    const [first, second] = [await ask(), await ask()];
    expect({ ...second, timings: 0 }).toEqual({ ...first, timings: 0 });
    expect(timesRendered(key)).toBe(1);
  });
});

describe("a key", () => {
  test("that was used with another body is refused", async () => {
    const key = randomUUID();
    await generate(key, { data: { mark: key } });
    const changed = await generate(key, { data: { mark: key, more: 1 } });
    expect(changed).toMatchObject({ status: 422, code: "idempotency.key_reused" });
    expect(timesRendered(key)).toBe(1);
  });

  test("is known only in its own project", async () => {
    const stranger = await createProject(member, "Other");
    const key = randomUUID();
    const mine = await generate(key, { data: { mark: key } });
    const theirs = await generate(key, { as: stranger, data: { mark: key } });
    expect(theirs.status).toBe(200);
    expect(theirs.header("platen-document-id")).not.toBe(mine.header("platen-document-id"));
    expect(theirs.header("idempotency-replayed")).toBeNull();
    expect(timesRendered(key)).toBe(2);
  });

  test.each(["", " ", "with space", "ü", "a".repeat(256), 'a"b', "back\\slash"])(
    "like %j is refused, and the problem names the header",
    async (key) => {
      // Headers are bytes.
      const refused = await generate(Buffer.from(key).toString("latin1"));
      expect(refused).toMatchObject({ status: 400, code: "request.invalid" });
      expect(refused.text).toContain("Idempotency-Key");
    },
  );

  test("means the same in quotes, and neither it nor the body is stored in clear text", async () => {
    const key = `canary-${randomUUID()}`;
    const data = { mark: key };
    await generate(key, { data });
    expect((await generate(`"${key}"`, { data })).header("idempotency-replayed")).toBe("true");
    const { redis } = fixture;
    const names = await redis.redis.keys(`${redis.prefix}:idempotency:*`);
    expect(names.length).toBeGreaterThan(0);
    const records = await Promise.all(names.map((name) => redis.redis.hgetall(name)));
    expect(JSON.stringify([names, records])).not.toContain("canary");
    const lives = await Promise.all(names.map((name) => redis.redis.pttl(name)));
    for (const life of lives) expect(life).toBeLessThanOrEqual(24 * 60 * 60 * 1_000);
  });

  test("gets no stored answer once its API key is revoked", async () => {
    const doomed = await createProject(member, "Revoked");
    const key = randomUUID();
    expect((await generate(key, { as: doomed })).status).toBe(200);
    const params = { projectId: doomed.projectId, keyId: doomed.keyId };
    await member.dashboard.call(operations.revokeApiKey, { params });
    expect(await generate(key, { as: doomed })).toMatchObject({ status: 401, code: "auth.key_invalid" });
  });
});

test("an expired key is free again: the next request is rendered as another document", async () => {
  const key = randomUUID();
  const data = { mark: key };
  const first = await generate(key, { data });
  const { redis, prefix } = fixture.redis;
  const names = await redis.keys(`${prefix}:idempotency:*`);
  // All records of this file's requests. Another test checks their time to live.
  await Promise.all(names.map((name) => redis.pexpire(name, 1)));
  await waitFor(async () => (await redis.exists(...names)) === 0, { describe: "the keys' end" });
  const second = await generate(key, { data: { ...data, more: 1 } });
  expect(second.status).toBe(200);
  expect(second.header("idempotency-replayed")).toBeNull();
  expect(second.header("platen-document-id")).not.toBe(first.header("platen-document-id"));
  expect(timesRendered(key)).toBe(2);
});

describe("a first request that fails", () => {
  test("with a retryable failure leaves its key free", async () => {
    const key = randomUUID();
    const data = { mark: key, fail: { code: "browser_unavailable", message: "No browser.", retryable: true } };
    expect((await generate(key, { data })).status).toBe(503);
    expect((await generate(key, { data })).status).toBe(503);
    expect(timesRendered(key)).toBe(2);
  });

  test("with a permanent failure is answered again without a worker", async () => {
    const key = randomUUID();
    const data = { mark: key, fail: { code: "data_invalid", message: "It does not fit.", retryable: false } };
    expect(await generate(key, { data })).toMatchObject({ status: 422, code: "document.data_invalid" });
    expect(await generate(key, { data })).toMatchObject({ status: 422, code: "document.data_invalid" });
    expect(timesRendered(key)).toBe(1);
  });

  test("because it is refused before rendering leaves its key free", async () => {
    const key = randomUUID();
    const missing = { ...project, templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z" };
    expect((await generate(key, { as: missing })).status).toBe(404);
    expect((await generate(key, { data: { mark: key } })).status).toBe(200);
  });

  test("because its caller hangs up leaves its key free", async () => {
    const key = randomUUID();
    const data = { mark: key, hang: 1 };
    const leave = new AbortController();
    const first = generate(key, { data, signal: leave.signal });
    first.catch(() => undefined);
    await untilTaken(key);
    leave.abort();
    const second = generate(key, { data, headers: { "platen-deadline-ms": "3000" } });
    await waitFor(() => timesRendered(key) === 2, { timeoutMs: 10_000, describe: "the second try" });
    expect((await second).status).toBe(504);
  });
});

test("an answer that is no longer stored is rendered again, from the same version and with the same date", async () => {
  const tight = await fixture.startGateway({ IDEMPOTENCY_KEEP_BYTES: "0" });
  const key = randomUUID();
  const data = { mark: key };
  const first = await generate(key, { data, baseUrl: tight.baseUrl });
  const params = { projectId: project.projectId, templateId: project.templateId };
  const { revision, html, css, settings, dataSets } = await member.dashboard.call(operations.getDraft, { params });
  const body = { revision, html: `${html} changed`, css, settings, dataSets };
  const saved = await member.dashboard.call(operations.saveDraft, { params, body });
  await member.dashboard.call(operations.publishDraft, { params, body: { revision: saved.revision } });
  const second = await generate(key, { data, baseUrl: tight.baseUrl });
  expect(second.text).toBe(first.text);
  expect(second.header("idempotency-replayed")).toBe("true");
  const [before, after] = worker.jobs.filter(({ dataJson }) => dataJson.includes(key));
  expect(after?.sourceId).toBe(before?.sourceId);
  expect(after?.datedAt).toBe(before?.requestedAt);
  const client = createClient({ baseUrl: one.baseUrl, apiKey: project.key });
  const { documents } = await client.listDocuments({ pageSize: 1 });
  expect(documents[0]).toMatchObject({ status: "completed", version: 1 });
});

test("stored answers stay within their space: the oldest are deleted first", async () => {
  const { redis } = fixture;
  const prefix = `${redis.prefix}:tight:`;
  const tight = await fixture.startGateway({ IDEMPOTENCY_KEEP_BYTES: "4000", REDIS_PREFIX: prefix });
  const own = startScriptedWorker({ redisUrl: redis.url, prefix, catalogUrl: fixture.catalog.url });
  try {
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const padding = "x".repeat(600);
    for (const key of keys) await generate(key, { data: { mark: key, padding }, baseUrl: tight.baseUrl });
    const stored = await redis.redis.keys(`${prefix}result:*`);
    const sizes = await Promise.all(stored.map((name) => redis.redis.strlen(name)));
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum).toBeLessThanOrEqual(4_000);
    expect(sum).toBeGreaterThan(2_000);
    expect(Number(await redis.redis.get(`${prefix}idempotency-bytes`))).toBe(sum);
    const newest = await generate(keys.at(-1) ?? "", { data: { mark: keys.at(-1), padding }, baseUrl: tight.baseUrl });
    expect(newest.header("idempotency-replayed")).toBe("true");
    expect(own.jobs).toHaveLength(10);
    expect(await redis.redis.keys(`${prefix}result:*`)).toEqual(expect.arrayContaining(stored));
  } finally {
    await own.stop();
  }
});
