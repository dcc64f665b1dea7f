import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { waitFor, type OwnServer, type Platen } from "@platen/testing";
import type { Redis } from "ioredis";
import { askSteadily, countStatuses, countSwapped, createCaller, slowest, type Caller } from "../load/caller.ts";
import { countRenderedInVain } from "../facts/worker-attempts.ts";
import { faultRow } from "../runner/fault-row.ts";
import { startPlatenOnOwnRedis, type PlatenOnOwnRedis } from "../harms/platen-on-own-redis.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { heldDocuments, waitingDocuments } from "../facts/queue-view.ts";
import { documentStates } from "../facts/document-records.ts";

const hangsMs = 15_000;
/** The time of requests after the outage. */
const afterwardsMs = 12_000;
/** Requests at once just before: half of the callers wait, half hang up while Redis hangs. */
const burst = 64;
const patienceMs = 5_000;
const waitingAtLeast = 12;
const lines = Array.from({ length: 500 }, (_, index) => index);

let system: PlatenOnOwnRedis;
let server: OwnServer;
let redis: Redis;
let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  system = await startPlatenOnOwnRedis();
  ({ server, redis, platen } = system);
  const html = "<p>{{marker}}</p><table>{{#lines}}<tr><td>{{.}}</td><td>Widget, large</td></tr>{{/lines}}</table>";
  caller = await createCaller(platen, "Redis hangs", html);
  await caller.ask("warm");
}, 180_000);

afterAll(() => system?.stop(), 60_000);

faultRow("R4", { timeoutMs: 180_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  const { workers } = platen.processes;
  const steady = askSteadily(5, (number) => caller.ask(`steady ${number}`));
  await delay(1_000);
  const atOnce = Array.from({ length: burst }, (_, index) =>
    caller.ask(`burst ${index}`, { data: { lines }, ...(index % 2 === 0 && { patienceMs }) }),
  );
  let waited = 0;
  let held = 0;
  await waitFor(
    async () => {
      waited = await waitingDocuments(redis);
      held = (await heldDocuments(redis)).length;
      return waited >= waitingAtLeast && held > 1;
    },
    { intervalMs: 2, describe: "documents in the queue and in progress" },
  );
  await server.freeze();
  const wentAt = performance.now();
  await delay(hangsMs);
  const backAt = performance.now();
  server.thaw();
  await delay(afterwardsMs);
  const askedSteadily = await steady.stop();
  const answers = [...askedSteadily, ...(await Promise.all(atOnce))];

  // The last requests may get their answer after the outage.
  const duringIt = askedSteadily.filter(({ sentAt }) => sentAt > wentAt && sentAt < backAt - 2_500);
  const failedAfter = askedSteadily.filter(({ sentAt, status }) => sentAt > backAt && status !== 200);
  const fullAfterMs = Math.max(0, ...failedAfter.map(({ answeredAt }) => answeredAt - backAt));
  figures.atLeast("documents that waited in Redis", waited, waitingAtLeast);
  figures.atLeast("documents in progress", held, 2);
  figures.exactly(
    `answers to ${duringIt.length} requests during the outage`,
    countStatuses(duringIt),
    `503 dependency.unavailable: ${duringIt.length}`,
  );
  figures.atMost("the slowest of these answers", slowest(duringIt) / 1_000, 2.5, "s");
  figures.atMost("time from its return until every request gets its document", fullAfterMs / 1_000, 10, "s");
  const hungUp = answers.filter(({ status }) => status === "hung up").length;
  const good = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503).length;
  figures.atLeast("callers that hung up during the outage", hungUp, 1);
  figures.exactly(
    "requests answered with neither a document nor 503",
    answers.length - hungUp - good.length - refused,
    0,
  );
  figures.exactly("documents with the text of another", await countSwapped(answers), 0);
  await documentStates(platen.baseUrl, caller.apiKey);
  figures.exactly("documents rendered after their caller hung up", countRenderedInVain(workers, answers, backAt), 0);
  figures.exactly("processes that died", processes.deaths(), 0);
  figures.exactly("uncaught errors and rejections", processes.uncaught(), 0);
});
