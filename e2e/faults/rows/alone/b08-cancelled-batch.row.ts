import { setTimeout as delay } from "node:timers/promises";
import { randomFrom, waitFor } from "@platen/testing";
import { z } from "zod";
import { metric } from "../../facts/metric.ts";
import { backgroundJobs, redisMemory } from "../../facts/redis-memory.ts";
import { attemptsBy } from "../../facts/worker-attempts.ts";
import { createBatchCaller, numberedRows } from "../../load/batch-caller.ts";
import { slowHtml } from "../../load/slow-document.ts";
import { faultRow } from "../../runner/fault-row.ts";

const rows = 100_000;
/** So long that most documents of the window would begin later than `begunWithinMs` after the cancellation. */
const eachTakesMs = 2_000;
const begunWithinMs = 2_000;
/** Longer than two slots take for the window of eight. */
const watchedMs = 4 * eachTakesMs + 500;
/** Batches that are cancelled while their first documents are on their way to the worker. */
const young = 10;
const longestYouthMs = 1_500;
const seed = 8;

const manifestLine = z.object({ documentId: z.string().nullable() });

faultRow("B8", "A batch of 100,000 rows is cancelled", async (figures, stage) => {
  const { redis, platen } = await stage.startPlatenOnOwnRedis({ env: { worker: { RENDER_CONCURRENCY: "2" } } });
  const { workers } = platen.processes;
  const caller = await createBatchCaller(platen, "Cancelled", slowHtml, { javascript: true });
  const { client } = caller;
  const isAtRest = async () => {
    const busy = await Promise.all(workers.map((worker) => metric(worker, "platen_worker_slots_busy")));
    return busy.every((count) => count === 0) && (await backgroundJobs(redis)).length === 0;
  };
  const untilAtRest = () => waitFor(isAtRest, { timeoutMs: 30_000, describe: "workers and a queue at rest" });

  type Cancelled = { batchId: string; at: number };
  async function cancel(batchId: string): Promise<Cancelled & { tookMs: number }> {
    const askedAt = performance.now();
    await client.cancelBatch(batchId);
    const tookMs = performance.now() - askedAt;
    return { batchId, tookMs, at: Date.now() };
  }
  /** The documents of a batch that were on their way to a worker, or further. */
  async function openedOf({ batchId }: Cancelled): Promise<string[]> {
    const lines = (await client.getManifest(batchId)).trimEnd().split("\n");
    return lines.flatMap((line) => manifestLine.parse(JSON.parse(line)).documentId ?? []);
  }
  /** Counts the documents of a batch that a worker began later than the time after its cancellation. */
  async function countBegunLater(cancelled: Cancelled): Promise<number> {
    const opened = await openedOf(cancelled);
    const later = workers
      .flatMap((worker) => attemptsBy(worker))
      .filter(({ documentId, startedAt }) => opened.includes(documentId) && startedAt > cancelled.at + begunWithinMs);
    return later.length;
  }

  const warming = await caller.startBatch(numberedRows(20));
  await client.waitForBatch(warming);
  await untilAtRest();
  const before = await redisMemory(redis);

  const batchId = await caller.startBatch(numberedRows(rows, { waitMs: eachTakesMs }));
  await waitFor(async () => (await client.getBatch(batchId)).counts.completed >= 4, { describe: "four documents" });
  const large = await cancel(batchId);
  const endsAt = performance.now() + watchedMs;
  const isEnded = async () => {
    const { status, counts } = await client.getBatch(batchId);
    return status === "cancelled" && counts.open === 0;
  };
  await waitFor(isEnded, { timeoutMs: 60_000, describe: "a cancelled batch" });
  const endedMs = Date.now() - large.at;
  const { counts } = await client.getBatch(batchId);
  await delay(endsAt - performance.now());

  figures.atMost("time of the answer", large.tookMs / 1_000, 1, "s");
  figures.atMost("time until the batch is cancelled", endedMs / 1_000, 30, "s");
  figures.exactly(
    "its rows, completed, failed or cancelled",
    counts.completed + counts.failed + counts.cancelled,
    rows,
  );
  figures.exactly("documents begun later than 2 s after the answer", await countBegunLater(large), 0);
  figures.exactly("jobs that it left in Redis", (await backgroundJobs(redis)).length, 0);
  await untilAtRest();
  figures.atMost("memory of Redis, more than before", ((await redisMemory(redis)) - before) / 1_000, 500, "KB");

  const random = randomFrom(seed);
  const ended: Cancelled[] = [];
  for (let count = 0; count < young; count += 1) {
    const youngId = await caller.startBatch(numberedRows(100, { waitMs: eachTakesMs }));
    await delay(longestYouthMs * random());
    ended.push(await cancel(youngId));
  }
  await delay(watchedMs);
  const opened = (await Promise.all(ended.map((one) => openedOf(one)))).flat();
  figures.atLeast(`documents of ${young} batches that were cancelled at their start`, opened.length, young);
  const later = await Promise.all(ended.map((one) => countBegunLater(one)));
  figures.exactly(
    "of these, begun later than 2 s after the answer",
    later.reduce((sum, count) => sum + count, 0),
    0,
  );
  figures.exactly("jobs that these left in Redis", (await backgroundJobs(redis)).length, 0);
});
