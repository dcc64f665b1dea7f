import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { createClient } from "@platen/client";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import { createCaller, type Caller } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { metric } from "../facts/metric.ts";
import { slowHtml, taking, workerAtWork } from "../load/slow-document.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";

/** Twice the time of a lock. */
const hangsMs = 20_000;

let platen: Platen;
let redis: Redis;
let caller: Caller;

beforeAll(async () => {
  // With shorter limits the worker would drop the document before it sees the result.
  const patient = { RENDER_LOAD_TIMEOUT_MS: "60000", RENDER_PRINT_TIMEOUT_MS: "60000" };
  platen = await startPlaten({ workers: 2, env: { worker: { RENDER_CONCURRENCY: "1", ...patient } } });
  redis = new Redis(platen.redisUrl);
  caller = await createCaller(platen, "Worker hangs", slowHtml);
}, 120_000);

afterAll(async () => {
  redis?.disconnect();
  await platen?.stop();
}, 60_000);

/** The replies to gateways from now on. */
async function listenToReplies(): Promise<Buffer[]> {
  const replies: Buffer[] = [];
  redis.on("pmessageBuffer", (_pattern: Buffer, _channel: Buffer, message: Buffer) => void replies.push(message));
  await redis.psubscribe("*replies:*");
  return replies;
}

faultRow("R12", { timeoutMs: 120_000 }, async (figures) => {
  const { workers } = platen.processes;
  const replies = await listenToReplies();
  const headers = { "idempotency-key": "worker-hangs" };
  const answering = caller.ask("The document", { headers, ...taking(3_000) });
  const hung = await workerAtWork(workers);
  const [other] = workers.filter((worker) => worker !== hung);
  if (!other) throw new Error("The row needs two workers.");
  const stoppedAt = Date.now();
  hung.kill("SIGSTOP");
  try {
    const answer = await answering;
    figures.exactly("status of the answer, from another worker", answer.status, 200);
    figures.atMost("time until the answer", (answer.answeredAt - answer.sentAt) / 1_000, 30, "s");
    await delay(Math.max(0, stoppedAt + hangsMs - Date.now()));
    hung.kill("SIGCONT");

    const documentId = answer.documentId ?? "";
    // Chromium went on meanwhile, so the result is there when the worker continues.
    const late = await attemptsAt(documentId, [hung], 1);
    figures.exactly(
      "end of the late attempt",
      late.map(({ failureCode }) => failureCode ?? "completed").join(" "),
      "cancelled",
    );
    const announced = replies.filter((message) => message.includes(documentId)).length;
    figures.exactly("replies sent to the gateway", announced, 1);

    const attempts = async () => {
      const counts = await Promise.all(workers.map((worker) => metric(worker, "platen_render_attempts_total")));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    const before = await attempts();
    const again = await caller.ask("The document", { headers, ...taking(3_000) });
    const isSame = again.pdf && answer.pdf && Buffer.compare(again.pdf, answer.pdf) === 0;
    figures.exactly(
      "a repetition with its Idempotency-Key",
      isSame ? "the same bytes" : "other bytes",
      "the same bytes",
    );
    figures.exactly("renders for the repetition", (await attempts()) - before, 0);
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: caller.apiKey });
    const isRecorded = async () => (await client.getDocument(documentId)).status === "completed";
    await waitFor(isRecorded, { describe: "the record of the document" }).catch(() => undefined);
    figures.exactly("state of the record", (await client.getDocument(documentId)).status, "completed");

    other.kill("SIGSTOP");
    figures.exactly("status of the worker's next document", (await caller.ask("Another document")).status, 200);
  } finally {
    for (const worker of workers) worker.kill("SIGCONT");
  }
});
