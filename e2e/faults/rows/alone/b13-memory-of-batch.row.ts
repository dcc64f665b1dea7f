import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { memoryInUse, reportingMemory } from "../../facts/memory-in-use.ts";
import { forgetPeakMemory, peakMemory } from "../../facts/process-facts.ts";
import { forgetRedisPeak, redisMemory, redisPeak } from "../../facts/redis-memory.ts";
import { watchMemory } from "../../facts/watch-memory.ts";
import { createBatchCaller, numberedRows } from "../../load/batch-caller.ts";
import { faultRow } from "../../runner/fault-row.ts";

const rows = 100_000;
/** In one request: almost as many bytes as one may have. */
const rowsPerRequest = 25_000;
const warmUpRows = 2_000;
const fedMs = 30_000;
/** In the second request. A gateway that reads on meanwhile would have all its rows in memory. */
const catalogHangsMs = 6_000;
const megabyte = 1_000_000;
/** With its marker and reference, a row has two kilobytes. Compression makes it a quarter. */
const note = Array.from({ length: 300 }, (_, index) => `item ${index * 7_919}`)
  .join()
  .slice(0, 1_930);

faultRow("B13", "100,000 rows of 2 KB are sent, and made for half a minute", async (figures, stage) => {
  const { redis, platen } = await stage.startPlatenOnOwnRedis({
    env: { gateway: reportingMemory, catalog: reportingMemory, courier: reportingMemory },
  });
  const { gateway, catalog, courier } = platen.processes;
  const services = [gateway, catalog, courier];
  const caller = await createBatchCaller(platen, "Large");
  const { client } = caller;
  const untilMade = (batchId: string, count: number) =>
    waitFor(async () => (await client.getBatch(batchId)).counts.completed >= count, {
      timeoutMs: 60_000,
      describe: `${count} documents`,
    });
  /** Sends rows as curl does, with one request for many, and returns how many the gateway has then. */
  async function send(batchId: string, offset: number, lines: string[]): Promise<number> {
    const response = await fetch(`${platen.baseUrl}/api/v1/batches/${batchId}/rows`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${caller.apiKey}`,
        "content-type": "application/x-ndjson",
        "row-offset": String(offset),
      },
      body: lines.join(""),
    });
    const answer = await response.text();
    const taken = Number(response.headers.get("row-offset") ?? offset);
    // A request that takes too long on a busy machine is broken off, and its sender goes on.
    if (response.ok || response.status === 503 || taken > offset) return taken;
    throw new Error(`${response.status} for the rows from ${offset} on: ${answer}`);
  }
  let hasHung = false;
  async function hangCatalog(batchId: string, sent: number): Promise<void> {
    hasHung = true;
    const isReceiving = async () => (await client.getBatch(batchId)).rowCount > sent;
    await waitFor(isReceiving, { describe: "rows of the second request" });
    catalog.kill("SIGSTOP");
    await delay(catalogHangsMs);
    catalog.kill("SIGCONT");
  }

  const warming = await caller.startBatch(numberedRows(warmUpRows, { note }));
  await untilMade(warming, 40);
  await client.cancelBatch(warming);
  const before = [];
  for (const service of services) before.push(await memoryInUse(service));
  for (const { pid } of services) await forgetPeakMemory(pid);
  await forgetRedisPeak(redis);
  const redisBefore = await redisMemory(redis);
  const watch = watchMemory(services);

  const batchId = await caller.openBatch();
  const lines = Array.from(numberedRows(rows, { note }), (row) => `${JSON.stringify(row)}\n`);
  const startedAt = performance.now();
  let sent = 0;
  while (sent < rows) {
    const sending = send(batchId, sent, lines.slice(sent, sent + rowsPerRequest));
    if (!hasHung && sent > 0) await hangCatalog(batchId, sent);
    sent = await sending;
  }
  const sentMs = performance.now() - startedAt;
  await client.startBatch(batchId);
  await delay(fedMs);

  const most = await watch.stop();
  const peaks = await Promise.all(services.map(({ pid }) => peakMemory(pid)));
  const { rowCount, counts } = await client.getBatch(batchId);
  figures.exactly("rows of the batch", rowCount, rows);
  figures.isTrue("they were taken in", true, `${(sentMs / 1_000).toFixed(1)} s`);
  figures.atLeast("documents made in half a minute", counts.completed, 50);
  figures.atMost(
    "most memory of Redis, more than before",
    ((await redisPeak(redis)) - redisBefore) / megabyte,
    16,
    "MB",
  );
  // The gateway holds two chunks of rows, and the catalog one of each request.
  for (const [index, bar] of [8, 10].entries()) {
    const [then, now] = [before[index]?.used ?? 0, most[index]?.used ?? Infinity];
    const what = `most memory in use by the ${services[index]?.name}, more than before`;
    figures.atMost(what, (now - then) / megabyte, bar, "MB");
  }
  figures.atMost("most resident memory of the courier", (most[2]?.resident ?? Infinity) / megabyte, 150, "MB");
  const shown = services.map(({ name }, index) => `${name} ${peaks[index]?.toFixed(0)} MB`).join(", ");
  figures.isTrue("largest resident memory, with garbage", true, shown);
});
