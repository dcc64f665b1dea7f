import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import { countStatuses, createCaller, type Answer, type Caller } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { slowHtml, taking } from "../load/slow-document.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";

/** Longer than a lock that is not renewed. */
const busyMs = 12_000;
const busyTemplates = 2;
const nested = 6;

let platen: Platen;
let redis: Redis;
let attacker: Caller;
let caller: Caller;

beforeAll(async () => {
  const worker = { TEMPLATE_TIMEOUT_MS: String(busyMs), RENDER_CONCURRENCY: "3" };
  platen = await startPlaten({ workers: 2, env: { worker } });
  redis = new Redis(platen.redisUrl);
  attacker = await createCaller(platen, "Busy templates", "{{#a}}".repeat(nested) + "{{/a}}".repeat(nested));
  caller = await createCaller(platen, "Others", slowHtml);
}, 120_000);

afterAll(async () => {
  redis?.disconnect();
  await platen?.stop();
}, 60_000);

/** The lost locks that the queue reports. */
async function stalls(): Promise<number> {
  const [stream] = await redis.keys("*queue:render-document:events");
  const entries = stream === undefined ? [] : await redis.xrange(stream, "-", "+");
  return entries.filter(([, fields]) => fields.includes("stalled")).length;
}

/** Measures the slowest answer of the workers' probes until it is stopped. */
function watchWorkers(): { stop(): Promise<number> } {
  let longest = 0;
  const over = new AbortController();
  const watching = platen.processes.workers.map(async ({ managementUrl }) => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(`${managementUrl}/livez`)).text();
      longest = Math.max(longest, performance.now() - startedAt);
      await delay(50);
    }
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(watching);
      return longest;
    },
  };
}

function ask(count: number, waitMs: number): Promise<Answer>[] {
  return Array.from({ length: count }, (_, number) => caller.ask(`${waitMs} ms, ${number}`, taking(waitMs)));
}

faultRow("R13", { timeoutMs: 120_000 }, async (figures) => {
  const { workers } = platen.processes;
  // Documents that hold their locks longer than the busy templates, which take all threads of a worker.
  const long = ask(2, busyMs + 1_000);
  const isLongUnderWay = async () => (await redis.keys("*queue:render-document:*:lock")).length === long.length;
  await waitFor(isLongUnderWay, { timeoutMs: 10_000, describe: "the long documents to be taken" });
  const watch = watchWorkers();
  const data = { a: Array.from({ length: 100 }, () => 1) };
  const busy = Array.from({ length: busyTemplates }, (_, number) => attacker.ask(`busy ${number}`, { data }));
  const quick = ask(4, 0);
  const others = await Promise.all([...long, ...quick]);
  const ended = await Promise.all(busy);
  const slowestProbe = await watch.stop();

  figures.exactly("answers to the busy templates", countStatuses(ended), `504 render.timeout: ${busyTemplates}`);
  figures.exactly("answers to documents beside them, some of 13 s", countStatuses(others), "200: 6");
  const tries = await Promise.all(others.map(({ documentId }) => attemptsAt(documentId, workers, 1)));
  figures.exactly("most attempts at one of these", Math.max(...tries.map(({ length }) => length)), 1);
  figures.exactly("locks lost", await stalls(), 0);
  figures.atMost("slowest answer of a worker's probe", slowestProbe, 1_000, "ms");
});
