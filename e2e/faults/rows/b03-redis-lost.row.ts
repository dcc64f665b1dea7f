import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { addBatchFigures, recordsOfBatch } from "../facts/batch-records.ts";
import { addLaterFigures } from "../facts/later-documents.ts";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { askSteadily, countStatuses, createCaller } from "../load/caller.ts";
import { startSmallBatch } from "../load/small-batch.ts";
import { faultRow } from "../runner/fault-row.ts";

const rows = 1_500;
const downMs = 1_500;
const perSecond = 4;
/** The lease of what was in Redis, and the time to make it. */
const doneWithinSeconds = 75;

faultRow("B3", "Redis is killed and emptied while a batch is fed", async (figures, stage) => {
  const { platen, server, redis } = await stage.startPlatenOnOwnRedis();
  const { courier } = platen.processes;
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "Batch");
  const batchId = await startSmallBatch(caller, rows);
  const load = askSteadily(perSecond, (number) => caller.askForLater(`single ${number}`));

  const fed = () => metric(courier, "platen_background_documents_fed_total");
  /** Resolves while documents are in Redis. */
  async function untilMoreFed(): Promise<void> {
    const before = await fed();
    const isFed = async () => (await fed()) >= before + 100;
    await waitFor(isFed, { timeoutMs: 60_000, intervalMs: 20, describe: "a courier that feeds" });
  }

  await untilMoreFed();
  await server.crash();
  await delay(downMs);
  await server.start();
  await untilMoreFed();
  await redis.flushall();
  await untilMoreFed();
  await redis.flushall();
  const emptiedAt = performance.now();
  await untilMoreFed();
  const openThen = (await caller.client.getBatch(batchId)).counts.open;
  const answers = await load.stop();
  const records = await recordsOfBatch(caller.client, batchId, 2_000 * doneWithinSeconds);
  await addLaterFigures(figures, { baseUrl: platen.baseUrl, caller }, answers, 60_000);
  const seconds = (performance.now() - emptiedAt) / 1_000;

  figures.atLeast("rows that were open after the last harm", openThen, 1);
  await addBatchFigures(figures, caller.client, { batchId, rows, records });
  const others = answers.filter(({ status, code }) => status !== 202 && code !== "dependency.unavailable");
  figures.exactly("other answers than 202 and 503", countStatuses(others) || "none", "none");
  figures.atMost("time from the last harm until all is done", seconds, doneWithinSeconds, "s");
  await processes.report(figures, answers);
});
