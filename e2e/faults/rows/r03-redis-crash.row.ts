import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { waitFor, type OwnServer, type Platen } from "@platen/testing";
import type { Redis } from "ioredis";
import {
  askSteadily,
  countStatuses,
  countSwapped,
  createCaller,
  slowest,
  untilAnswered,
  type Answer,
  type Caller,
} from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { startPlatenOnOwnRedis, type PlatenOnOwnRedis } from "../harms/platen-on-own-redis.ts";
import { waitingDocuments } from "../facts/queue-view.ts";
import { documentStates } from "../facts/document-records.ts";
import { slowHtml, taking } from "../load/slow-document.ts";
import { watchProcesses } from "../facts/process-watch.ts";

let system: PlatenOnOwnRedis;
let server: OwnServer;
let redis: Redis;
let platen: Platen;
let caller: Caller;
/** A project whose documents do not wait for those of the burst. */
let somebodyElse: Caller;

beforeAll(async () => {
  system = await startPlatenOnOwnRedis();
  ({ server, redis, platen } = system);
  caller = await createCaller(platen, "Redis crashes", slowHtml);
  somebodyElse = await createCaller(platen, "Nothing of theirs waits", slowHtml);
  await Promise.all([caller.ask("warm"), somebodyElse.ask("warm")]);
}, 180_000);

afterAll(() => system?.stop(), 60_000);

/** Requests at once just before the crash, slow enough that some documents wait in Redis. */
const burst = 24;
const eachTakesMs = 150;
const waitingAtLeast = 8;

type Outage = { answers: Answer[]; duringIt: Answer[]; firstGoodAfterMs: number; waited: number };

async function crashFor(downMs: number): Promise<Outage> {
  const name = `${downMs / 1_000} s`;
  const steady = askSteadily(5, (number) => caller.ask(`steady ${number} of ${name}`));
  await delay(1_000);
  const atOnce = Array.from({ length: burst }, (_, index) =>
    caller.ask(`burst ${index} of ${name}`, taking(eachTakesMs)),
  );
  let waited = 0;
  await waitFor(async () => (waited = await waitingDocuments(redis)) >= waitingAtLeast, {
    intervalMs: 2,
    describe: "documents in the queue",
  });
  await server.crash();
  const wentAt = performance.now();
  await delay(downMs);
  const returnsAt = performance.now();
  await server.start();
  const backAt = performance.now();
  const goodAgain = () => somebodyElse.ask(`after ${name}`);
  const goodAt = await untilAnswered(goodAgain, 30_000);
  const answers = [...(await steady.stop()), ...(await Promise.all(atOnce))];
  return {
    answers,
    duringIt: answers.filter(({ sentAt }) => sentAt > wentAt && sentAt < returnsAt),
    firstGoodAfterMs: goodAt - backAt,
    waited,
  };
}

faultRow("R3", { timeoutMs: 180_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  const all: Answer[] = [];
  for (const { downMs, backWithinMs } of [
    { downMs: 1_500, backWithinMs: 2_000 },
    { downMs: 12_000, backWithinMs: 10_000 },
  ]) {
    const { answers, duringIt, firstGoodAfterMs, waited } = await crashFor(downMs);
    all.push(...answers);
    const down = `down for ${downMs / 1_000} s`;
    figures.atLeast(`${down}: documents that waited in Redis`, waited, waitingAtLeast);
    figures.exactly(
      `${down}: answers to ${duringIt.length} requests during the outage`,
      countStatuses(duringIt),
      `503 dependency.unavailable: ${duringIt.length}`,
    );
    figures.atMost(`${down}: the slowest of these answers`, slowest(duringIt), 250, "ms");
    figures.atMost(`${down}: first document after its return`, firstGoodAfterMs, backWithinMs, "ms");
  }
  const refused = all.filter(({ status }) => status === 503).length;
  const good = all.filter(({ status }) => status === 200).length;
  figures.exactly("requests answered with neither a document nor 503", all.length - refused - good, 0);
  figures.exactly("documents with the text of another", await countSwapped(all), 0);
  const states = await documentStates(platen.baseUrl, caller.apiKey);
  figures.exactly("accepted documents lost", states.accepted - states.completed, 0);
  figures.exactly("processes that died", processes.deaths(), 0);
  figures.exactly("uncaught errors and rejections", processes.uncaught(), 0);
});
