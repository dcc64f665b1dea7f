import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Client } from "@platen/client";
import { startPlaten, waitFor, type Platen, type RunningService } from "@platen/testing";
import { Redis } from "ioredis";
import { signIn } from "./dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "./project-setup.ts";

const ten = "0123456789".split("");
const hundred = Array.from({ length: 100 }, () => 1);

let platen: Platen;
let redis: Redis;
let client: Client;
let key: string;
let endlessId: string;
let longId: string;
let quickId: string;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { worker: { RENDER_CONCURRENCY: "2" } } });
  redis = new Redis(platen.redisUrl);
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const projectId = await createProject(dashboard, "Deadlines");
  const publish = (name: string, html: string) => publishTemplate(dashboard, projectId, { name, html });
  endlessId = await publish("Endless", "{{#a}}".repeat(6) + "{{/a}}".repeat(6));
  longId = await publish(
    "Long table",
    "<table>{{#ten}}{{#ten}}{{#ten}}{{#ten}}<tr><td>{{.}}</td><td>Widget</td></tr>{{/ten}}{{/ten}}{{/ten}}{{/ten}}</table>",
  );
  quickId = await publish("Quick", "<p>Quick {{number}}</p>");
  ({ client, key } = await createKey(platen.baseUrl, dashboard, projectId));
  await client.generateDocument({ templateId: quickId, data: {} });
}, 120_000);

afterAll(async () => {
  redis?.disconnect();
  await platen?.stop();
});

function theWorker(): RunningService {
  const [worker] = platen.processes.workers;
  if (!worker) throw new Error("no worker");
  return worker;
}

/** The sum of a metric's values whose labels hold `label`. */
async function metricOf({ managementUrl }: RunningService, name: string, label = ""): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

async function isQueueEmpty(): Promise<boolean> {
  return (await metricOf(platen.processes.gateway, "platen_queue_jobs")) === 0;
}

type Answer = { status: number; body: string };

async function generate(templateId: string, data: object, deadlineMs: number): Promise<Answer> {
  const response = await fetch(`${platen.baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "platen-deadline-ms": String(deadlineMs),
    },
    body: JSON.stringify({ templateId, data }),
  });
  return { status: response.status, body: await response.text() };
}

describe("a deadline that passes is named by the stage that used it up", () => {
  test("while the template is filled", async () => {
    const { status, body } = await generate(endlessId, { a: hundred }, 600);
    expect({ status, body }).toEqual({ status: 504, body: expect.stringContaining("stage: template") });
  });

  test("while the page is loaded or printed, which is stopped", async () => {
    const { status, body } = await generate(longId, { ten }, 500);
    expect({ status, body }).toEqual({ status: 504, body: expect.stringMatching(/stage: (load|print)/) });
    const isFree = async () => (await metricOf(theWorker(), "platen_worker_slots_busy")) === 0;
    await waitFor(isFree, { describe: "the page to be free" });
  });

  test("in the queue, and a worker that comes too late drops the job unrendered", async () => {
    const worker = theWorker();
    const filled = await metricOf(worker, "platen_render_stage_seconds_count", 'stage="template"');
    const late = await metricOf(worker, "platen_render_attempts_total", 'outcome="render_timeout"');
    const deadlineMs = 3_000;
    worker.kill("SIGSTOP");
    const startedAt = Date.now();
    const answer = generate(quickId, {}, deadlineMs);
    try {
      const isQueued = async () => (await metricOf(platen.processes.gateway, "platen_queue_jobs")) === 1;
      await waitFor(isQueued, { timeoutMs: deadlineMs, describe: "the job" });
      // So that it cannot take the job back.
      platen.processes.gateway.kill("SIGSTOP");
      await waitFor(() => Date.now() > startedAt + deadlineMs + 100, { describe: "the deadline" });
      worker.kill("SIGCONT");
      const isDropped = async () =>
        (await metricOf(worker, "platen_render_attempts_total", 'outcome="render_timeout"')) === late + 1;
      await waitFor(isDropped, { describe: "the worker to drop it" });
    } finally {
      worker.kill("SIGCONT");
      platen.processes.gateway.kill("SIGCONT");
    }
    const { status, body } = await answer;
    expect({ status, body }).toEqual({ status: 504, body: expect.stringContaining("stage: queue") });
    expect(await metricOf(worker, "platen_render_stage_seconds_count", 'stage="template"')).toBe(filled);
  });
});

test("documents whose callers hang up leave nothing: waiting ones are removed, running ones stopped, none is begun afterwards", async () => {
  const hungUp: string[] = [];
  const callers = Array.from({ length: 50 }, async (_, number) => {
    const leave = new AbortController();
    const call = client.generateDocument({ templateId: longId, data: { ten } }, { signal: leave.signal });
    // Moments spread over a second, in no order.
    await Promise.all([
      call.catch((error: unknown) => hungUp.push(String(error))),
      delay(100 + ((number * 37) % 50) * 20).then(() => leave.abort()),
    ]);
  });
  await Promise.all(callers);
  expect(hungUp.length).toBeGreaterThan(30);
  const isNothingLeft = async () => {
    const isFree = (await metricOf(theWorker(), "platen_worker_slots_busy")) === 0;
    return isFree && (await isQueueEmpty()) && (await redis.keys("*result:*")).length === 0;
  };
  await waitFor(isNothingLeft, { describe: "the queue, the pages and the results to be empty" });
  const begun = await metricOf(theWorker(), "platen_render_attempts_total");
  await client.generateDocument({ templateId: quickId, data: {} });
  // A worker answers before it counts.
  const counted = () => metricOf(theWorker(), "platen_render_attempts_total");
  await waitFor(async () => (await counted()) > begun, { describe: "the document to be counted" });
  expect(await counted()).toBe(begun + 1);

  const unfinished = async () => {
    const counts = await Promise.all(
      (["queued", "rendering"] as const).map((status) => client.listDocuments({ status, pageSize: 1 })),
    );
    return counts.reduce((sum, { pagination }) => sum + pagination.total, 0);
  };
  await waitFor(async () => (await unfinished()) === 0, { describe: "every record to be closed" });
}, 60_000);
