import { afterAll, beforeAll } from "@jest/globals";
import { startOwnRedis, startPlaten, waitFor, type OwnServer, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import {
  askConcurrently,
  countStatuses,
  countSwapped,
  createCaller,
  slowest,
  type Answer,
  type AskOptions,
  type Caller,
} from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { waitingDocuments } from "../facts/queue-view.ts";
import { recordsWithoutEnd } from "../facts/document-records.ts";

const waitingAtLeast = 20;
/** More requests than wait, because some documents are in progress by then. */
const burst = 48;
const deadlineMs = 8_000;
const afterwards = 200;
const lines = Array.from({ length: 500 }, (_, index) => index);
const html = "<p>{{marker}}</p><table>{{#lines}}<tr><td>{{.}}</td><td>Widget, large</td></tr>{{/lines}}</table>";

let server: OwnServer;
let redis: Redis;
let platen: Platen;
let callers: [Caller, Caller];

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
  platen = await startPlaten({ redisUrl: server.url, workers: 2 });
  callers = [await createCaller(platen, "First", html), await createCaller(platen, "Second", html)];
  await callers[0].ask("warm");
}, 180_000);

afterAll(async () => {
  await platen?.stop();
  redis?.disconnect();
  await server?.stop();
}, 60_000);

/** Asks for documents of both projects in turn. */
function ask(number: number, options: AskOptions = {}): Promise<Answer> {
  const caller = callers[number % 2 === 0 ? 0 : 1];
  return caller.ask(`${caller.projectId} ${number}`, options);
}

faultRow("R5", { timeoutMs: 180_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  const atOnce = Array.from({ length: burst }, (_, index) =>
    ask(index, { data: { lines }, headers: { "platen-deadline-ms": String(deadlineMs) } }),
  );
  let waited = 0;
  await waitFor(async () => (waited = await waitingDocuments(redis)) >= waitingAtLeast, {
    intervalMs: 2,
    describe: "documents in the queue",
  });
  await redis.flushall();

  // Beside the earlier requests, which still wait for their answers, and after them.
  const later = await askConcurrently(afterwards, 8, (number) => ask(burst + number));
  const answers = await Promise.all(atOnce);
  const definite = answers.filter(({ status }) => status === 200 || status === 503 || status === 504).length;
  figures.atLeast("documents that waited in Redis", waited, waitingAtLeast);
  figures.exactly("earlier requests answered with a document, 503 or 504", definite, burst);
  figures.atMost(
    `the slowest of these answers, with a deadline of ${deadlineMs / 1_000} s`,
    slowest(answers) / 1_000,
    10,
    "s",
  );
  figures.exactly(
    `answers to ${afterwards} later requests of two projects`,
    countStatuses(later),
    `200: ${afterwards}`,
  );
  figures.exactly("documents with the text of another", await countSwapped([...answers, ...later]), 0);
  const endless = await Promise.all(callers.map(({ apiKey }) => recordsWithoutEnd(platen.baseUrl, apiKey, 5_000)));
  figures.exactly(
    "records still queued or rendering 5 s later",
    endless.reduce((sum, count) => sum + count),
    0,
  );
  figures.exactly("processes that died", processes.deaths(), 0);
  figures.exactly("uncaught errors and rejections", processes.uncaught(), 0);
});
