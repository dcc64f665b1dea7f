import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { waitFor, type Platen } from "@platen/testing";
import type { Redis } from "ioredis";
import {
  askSteadily,
  countStatuses,
  countSwapped,
  createCaller,
  slowest,
  untilAnswered,
  type Caller,
} from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { startPlatenOnOwnRedis, type PlatenOnOwnRedis } from "../harms/platen-on-own-redis.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { documentsInFlight, largestJob, waitingDocuments } from "../facts/queue-view.ts";

/** Longer than a worker's lock lasts. */
const fullMs = 12_000;
const burst = 60;
const waitingAtLeast = 12;
/** Enough that documents still wait when Redis is full. */
const lines = Array.from({ length: 1_000 }, (_, index) => `Widget ${index}`);
/** Makes a PDF too large for a message to its gateway, because random text does not compress. */
const manyLines = Array.from({ length: 6_000 }, () => randomBytes(32).toString("hex"));
const largestMessageBytes = 256 * 1024;

let system: PlatenOnOwnRedis;
let redis: Redis;
let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  system = await startPlatenOnOwnRedis();
  ({ redis, platen } = system);
  caller = await createCaller(platen, "Redis is full", "<p>{{marker}}</p>{{#lines}}<p>{{.}}</p>{{/lines}}");
  await caller.ask("warm");
}, 180_000);

afterAll(() => system?.stop(), 60_000);

faultRow("R6", { timeoutMs: 180_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  const atOnce = Array.from({ length: burst }, (_, index) =>
    caller.ask(`burst ${index}`, { data: { lines: index === burst - 1 ? manyLines : lines } }),
  );
  let waited = 0;
  let accepted: string[] = [];
  await waitFor(
    async () => {
      waited = await waitingDocuments(redis);
      accepted = await documentsInFlight(redis);
      return waited >= waitingAtLeast && (await largestJob(redis, accepted)) >= largestMessageBytes;
    },
    { intervalMs: 2, describe: "documents in the queue, with the large one, which comes last" },
  );
  await redis.config("SET", "maxmemory", "1mb");
  const fullAt = performance.now();
  const steady = askSteadily(5, (number) => caller.ask(`steady ${number}`));
  await delay(fullMs);
  const duringIt = await steady.stop();
  await redis.config("SET", "maxmemory", "0");
  const backAt = performance.now();
  const goodAt = await untilAnswered(() => caller.ask("after it"), 30_000);
  const answers = await Promise.all(atOnce);
  const inFlight = answers.filter(({ documentId }) => documentId !== undefined && accepted.includes(documentId));
  const largest = Math.max(...inFlight.map(({ pdf }) => pdf?.byteLength ?? 0));

  figures.atLeast("documents that waited in Redis", waited, waitingAtLeast);
  figures.exactly("answers to the documents in flight", countStatuses(inFlight), `200: ${accepted.length}`);
  figures.atLeast(
    "of these, answered while Redis was full",
    inFlight.filter(({ answeredAt }) => answeredAt > fullAt && answeredAt < backAt).length,
    waitingAtLeast,
  );
  figures.atLeast("largest of their PDFs", largest, largestMessageBytes, "bytes");
  figures.exactly(
    `answers to ${duringIt.length} requests while Redis was full`,
    countStatuses(duringIt),
    `503 dependency.unavailable: ${duringIt.length}`,
  );
  figures.atMost("the slowest of these answers", slowest(duringIt) / 1_000, 2.5, "s");
  figures.atMost("first document when Redis has room again", (goodAt - backAt) / 1_000, 2, "s");
  figures.exactly("documents with the text of another", await countSwapped(answers), 0);
  figures.exactly("processes that died", processes.deaths(), 0);
  figures.exactly("uncaught errors and rejections", processes.uncaught(), 0);
});
