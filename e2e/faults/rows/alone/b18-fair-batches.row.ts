import { setTimeout as delay } from "node:timers/promises";
import type { Platen } from "@platen/testing";
import { createBatchCaller, numberedRows, type BatchCaller } from "../../load/batch-caller.ts";
import { faultRow } from "../../runner/fault-row.ts";

const slots = 2;
/** The courier keeps at least so many documents in the queue. */
const windowDocuments = 3 * slots + 2;
const small = 50;
const large = 100_000;
const tables = 2_000;
/** A large batch is made for so long before the small one begins. */
const headStartMs = 8_000;
const sharedMs = 25_000;

const line = "<tr><td>{{.}}</td><td>Widget, large</td><td>12.50</td></tr>";
/** A hundred lines, and fifteen hundred on some thirty pages, from a few data: 100,000 rows are soon sent. */
const letter = `<p>{{marker}}</p><table>{{#ten}}{{#ten}}${line}{{/ten}}{{/ten}}</table>`;
const longTable = `<p>{{marker}}</p><table>{{#fifteen}}{{#ten}}{{#ten}}${line}{{/ten}}{{/ten}}{{/fifteen}}</table>`;
const digits = (count: number) => Array.from({ length: count }, (_, digit) => digit);
const data = { ten: digits(10), fifteen: digits(15) };

type Running = { caller: BatchCaller; batchId: string };

async function start(caller: BatchCaller, count: number): Promise<Running> {
  return { caller, batchId: await caller.startBatch(numberedRows(count, data)) };
}

const read = ({ caller, batchId }: Running) => caller.client.getBatch(batchId);
const end = ({ caller, batchId }: Running) => caller.client.cancelBatch(batchId);

/** The documents of a batch that workers have printed, and how long they took a slot. */
function slotsOf({ workers }: Platen["processes"], { batchId }: Running): { documents: number; slotMs: number } {
  const lines = workers.flatMap((worker) => worker.logs()).filter((line) => line["batchId"] === batchId);
  const times = lines.map(({ loadMs = 0, printMs = 0 }) => Number(loadMs) + Number(printMs));
  return { documents: times.length, slotMs: times.reduce((sum, ms) => sum + ms, 0) };
}

faultRow("B18", "A small batch beside large ones, and projects beside each other", async (figures, stage) => {
  const platen = await stage.startPlaten({ env: { worker: { RENDER_CONCURRENCY: String(slots) } } });
  const letters = (name: string) => createBatchCaller(platen, name, letter);

  /** The time of a batch of 50 rows, from its start until its last document. */
  async function timeOfSmall({ client, openBatch }: BatchCaller): Promise<number> {
    const batchId = await openBatch();
    await client.addRows(batchId, numberedRows(small, data));
    const startedAt = Date.now();
    await client.startBatch(batchId);
    const { counts, finishedAt } = await client.waitForBatch(batchId);
    figures.exactly("documents of the small batch", counts.completed, small);
    return Date.parse(finishedAt ?? "") - startedAt;
  }
  function addTime(what: string, smallMs: number, aloneMs: number, beside: readonly Running[]): void {
    const means = beside
      .map((running) => slotsOf(platen.processes, running))
      .map(({ documents, slotMs }) => slotMs / documents);
    const windowMs = (windowDocuments * Math.max(...means)) / slots;
    figures.atMost(
      `time of 50 rows beside ${what} (bar: 2.5 times that alone, ${(aloneMs / 1_000).toFixed(1)} s, and a window)`,
      smallMs / 1_000,
      (2.5 * aloneMs + windowMs) / 1_000,
      "s",
    );
  }

  const own = await letters("Own");
  // Pages and caches of the worker.
  await timeOfSmall(own);
  const aloneMs = await timeOfSmall(own);

  const besideOwn = await start(own, large);
  await delay(headStartMs);
  addTime("100,000 of the same project", await timeOfSmall(own), aloneMs, [besideOwn]);
  await end(besideOwn);

  const other = await start(await letters("Other"), large);
  await delay(headStartMs);
  addTime("100,000 of another project", await timeOfSmall(await letters("Small")), aloneMs, [other]);
  await end(other);

  const shared = await Promise.all([
    letters("Letters").then((caller) => start(caller, tables)),
    createBatchCaller(platen, "Tables", longTable).then((caller) => start(caller, tables)),
    createBatchCaller(platen, "More tables", longTable).then((caller) => start(caller, tables)),
  ]);
  await delay(sharedMs);
  const batches = await Promise.all(shared.map((running) => read(running)));
  const printed = shared.map((running) => slotsOf(platen.processes, running));
  const mean = printed.reduce((sum, { slotMs }) => sum + slotMs, 0) / printed.length;
  const furthest = Math.max(...printed.map(({ slotMs }) => Math.abs(slotMs - mean)));
  const seen = printed.map(({ documents, slotMs }) => `${documents} in ${(slotMs / 1_000).toFixed(1)} s`);
  figures.exactly("projects that had rows left", batches.filter(({ counts }) => counts.open > 0).length, 3);
  figures.isTrue("documents of letters and of two projects with tables, by time in a slot", true, seen.join(", "));
  figures.atMost("time of a project, furthest from an equal share", (100 * furthest) / mean, 15, "%");
  addTime("projects with tables of many pages", await timeOfSmall(await letters("Small too")), aloneMs, shared);
  await Promise.all(shared.map((running) => end(running)));
});
