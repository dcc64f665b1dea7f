import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { waitFor } from "@platen/testing";
import { generateAs } from "./testing/generate-as.ts";
import { startScriptedWorker } from "./testing/scripted-worker.ts";
import {
  createProject,
  memberWith,
  setUp,
  startFixture,
  type Member,
  type TestGateway,
  type TestProject,
  type TestFixture,
} from "./testing/test-gateway.ts";

let fixture: TestFixture;
let member: Member;
let project: TestProject;
let prefixes = 0;

beforeAll(async () => {
  fixture = await startFixture();
  const { baseUrl } = await fixture.startGateway();
  member = await setUp(baseUrl, "owner@example.com");
  project = await createProject(member, "Billing");
}, 120_000);

afterAll(async () => {
  await fixture.stop();
});

/** Starts two gateways that share a queue of their own, and a function that starts its worker. */
async function startPair(changes: Record<string, string> = {}) {
  prefixes += 1;
  const prefix = `${fixture.redis.prefix}:pair-${prefixes}:`;
  const variables = { ...changes, REDIS_PREFIX: prefix };
  const gateways = [await fixture.startGateway(variables), await fixture.startGateway(variables)] as const;
  for (const { baseUrl, dependencies } of gateways) {
    const hasLimits = async () =>
      (await generateAs(project, { baseUrl, headers: { accept: "image/png" } })).status === 406;
    await waitFor(hasLimits, { timeoutMs: 20_000, describe: "the gateway's connections" });
    const hasQueue = async () => (await dependencies.metrics.registry.metrics()).includes("platen_queue_jobs{");
    await waitFor(hasQueue, { timeoutMs: 20_000, describe: "the gateway's queue" });
  }
  const worker = () => startScriptedWorker({ redisUrl: fixture.redis.url, prefix, catalogUrl: fixture.catalog.url });
  return { prefix, gateways, worker };
}

const waitingIn = (prefix: string) => fixture.redis.redis.zcard(`${prefix}queue:render-document:prioritized`);

const clientOf = ({ baseUrl }: TestGateway) => createClient({ baseUrl, apiKey: project.key });

describe("a project at its limit of documents in progress", () => {
  test("is refused by every gateway until one of its documents is done", async () => {
    const { gateways, worker } = await startPair({ PROJECT_MAX_IN_FLIGHT: "2" });
    const [one, other] = gateways;
    const running = worker();
    try {
      const [leave, leaveToo] = [new AbortController(), new AbortController()];
      const first = generateAs(project, { baseUrl: one.baseUrl, data: { hang: 1 }, signal: leave.signal });
      const second = generateAs(project, { baseUrl: other.baseUrl, data: { hang: 2 }, signal: leaveToo.signal });
      for (const call of [first, second]) call.catch(() => undefined);
      await waitFor(() => running.jobs.length === 2, { timeoutMs: 10_000, describe: "both documents" });
      for (const { baseUrl } of gateways) {
        const refused = await generateAs(project, { baseUrl });
        expect(refused).toMatchObject({ status: 429, code: "project.busy" });
        expect(Number(refused.header("retry-after"))).toBeGreaterThanOrEqual(1);
      }
      const stranger = await createProject(member, "Stranger");
      expect((await generateAs(stranger, { baseUrl: one.baseUrl })).status).toBe(200);
      leave.abort();
      const isFree = async () => (await generateAs(project, { baseUrl: other.baseUrl })).status === 200;
      await waitFor(isFree, { describe: "the permit of the caller who hung up" });
      for (let again = 0; again < 10; again += 1) {
        const { baseUrl } = gateways[again % 2 ? 0 : 1];
        expect((await generateAs(project, { baseUrl })).status).toBe(200);
      }
      leaveToo.abort();
    } finally {
      await running.stop();
    }
  });

  test("has no open record of a refused document, not even of a gateway's first request", async () => {
    const { prefix, gateways } = await startPair({ PROJECT_MAX_IN_FLIGHT: "1" });
    const [one, other] = gateways;
    const leave = new AbortController();
    const waiting = generateAs(project, { baseUrl: one.baseUrl, signal: leave.signal });
    waiting.catch(() => undefined);
    const isQueued = async () => (await waitingIn(prefix)) === 1;
    await waitFor(isQueued, { timeoutMs: 10_000, describe: "the job" });
    // This gateway does not know the key's project yet, so it creates the record first.
    expect((await generateAs(project, { baseUrl: other.baseUrl })).code).toBe("project.busy");
    const { documents } = await clientOf(one).listDocuments({ pageSize: 1 });
    expect(documents[0]).toMatchObject({ status: "failed", failure: { retryable: true } });
    const { total } = (await clientOf(one).listDocuments({ pageSize: 1 })).pagination;
    expect((await generateAs(project, { baseUrl: other.baseUrl })).code).toBe("project.busy");
    expect((await clientOf(one).listDocuments({ pageSize: 1 })).pagination.total).toBe(total);
    leave.abort();
  });
});

test("a document that would wait longer than its deadline is refused quickly, without a record", async () => {
  const { prefix, gateways } = await startPair();
  const [one, other] = gateways;
  const { redis } = fixture.redis;
  const leave = new AbortController();
  const waiting = Array.from({ length: 40 }, () => generateAs(project, { baseUrl: one.baseUrl, signal: leave.signal }));
  for (const call of waiting) call.catch(() => undefined);
  await waitFor(async () => (await waitingIn(prefix)) === 40, { timeoutMs: 10_000, describe: "the queue" });
  // The rate that gateways measure at ten documents a second.
  await redis.hset(`${prefix}load`, { rate: "0.01", rateAt: Date.now() });
  const { total } = (await clientOf(one).listDocuments({ pageSize: 1 })).pagination;
  await generateAs(project, { baseUrl: other.baseUrl, headers: { "platen-deadline-ms": "2000" } });
  const times: number[] = [];
  for (let again = 0; again < 20; again += 1) {
    await redis.hset(`${prefix}load`, { rate: "0.01", rateAt: Date.now() });
    const refused = await generateAs(project, { baseUrl: one.baseUrl, headers: { "platen-deadline-ms": "2000" } });
    expect(refused).toMatchObject({ status: 503, code: "queue.full" });
    const seconds = Number(refused.header("retry-after"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    // Half of the queue at the measured rate takes two seconds; a slow machine measures a lower rate meanwhile.
    expect(seconds).toBeLessThanOrEqual(10);
    times.push(refused.tookMs);
  }
  // Sooner than its deadline, at which it would fail anyway.
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(1_000);
  // Refusals are not counted as failures.
  const requests = async () =>
    [
      ...(await one.dependencies.metrics.registry.metrics()).matchAll(
        /^platen_requests_total\{operation="generateDocument",status="(5xx|refused)".* (\d+)$/gm,
      ),
    ].map(([, status, count]) => `${status} ${count}`);
  await waitFor(async () => (await requests()).join() === "refused 20", { describe: "20 refusals to be counted" });
  // One record is of the other gateway, where the key was new. No other request left one.
  expect((await clientOf(one).listDocuments({ pageSize: 1 })).pagination.total).toBe(total + 1);
  leave.abort();
});

test("a preview is rendered before the documents that wait", async () => {
  const { prefix, gateways, worker } = await startPair();
  const [{ baseUrl }] = gateways;
  // A high rate: without a worker, a slow machine would measure a low one and refuse some of the documents.
  await fixture.redis.redis.hset(`${prefix}load`, { rate: "1", rateAt: Date.now() });
  const leave = new AbortController();
  const waiting = Array.from({ length: 30 }, (_, number) =>
    generateAs(project, { baseUrl, data: { number }, signal: leave.signal }),
  );
  for (const call of waiting) call.catch(() => undefined);
  await waitFor(async () => (await waitingIn(prefix)) === 30, { timeoutMs: 10_000, describe: "the queue" });
  const preview = memberWith(baseUrl, member.cookie).dashboard.bytes(operations.previewTemplate, {
    params: { projectId: project.projectId, templateId: project.templateId },
    body: { data: { preview: true } },
  });
  await waitFor(async () => (await waitingIn(prefix)) === 31, {
    timeoutMs: 10_000,
    describe: "the preview in the queue",
  });
  const running = worker();
  try {
    expect(Buffer.from((await preview).bytes).toString()).toContain('{"preview":true}');
    await Promise.all(waiting);
    expect(running.jobs.slice(0, 2).map(({ dataJson }) => dataJson)).toContain('{"preview":true}');
  } finally {
    await running.stop();
  }
});
