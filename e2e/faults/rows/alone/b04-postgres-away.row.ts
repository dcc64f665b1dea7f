import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { addBatchFigures, recordsOfBatch } from "../../facts/batch-records.ts";
import { addLaterFigures } from "../../facts/later-documents.ts";
import { watchProcesses } from "../../facts/process-watch.ts";
import { addQuickRefusals } from "../../facts/quick-refusals.ts";
import { askSteadily, createCaller, type Answer } from "../../load/caller.ts";
import { startSmallBatch } from "../../load/small-batch.ts";
import { faultRow } from "../../runner/fault-row.ts";

const rows = 2_000;
const downMs = 2_000;
const hangsMs = 10_000;
const perSecond = 5;
const betweenMs = 2_000;

faultRow(
  "B4",
  "PostgreSQL restarts, is killed, hangs while a batch is made",
  async (figures, stage) => {
    const server = await stage.startPostgres();
    stage.onEnd(() => server.thaw());
    const platen = await stage.startPlaten({ postgresUrl: server.url });
    const processes = watchProcesses(platen);
    const caller = await createCaller(platen, "Batch");
    const { client } = caller;
    const batchId = await startSmallBatch(caller, rows);
    const hasBegun = async () => (await client.getBatch(batchId)).counts.completed > 0;
    await waitFor(hasBegun, { timeoutMs: 30_000, describe: "the first rows" });
    const load = askSteadily(perSecond, (number) => caller.askForLater(`single ${number}`));
    const outages: { what: string; from: number; to: number; slowestSeconds: number }[] = [];

    async function takeAway(
      what: string,
      slowestSeconds: number,
      away: { begin: () => Promise<void>; ms: number; end: () => unknown },
    ): Promise<void> {
      await delay(betweenMs);
      await away.begin();
      const from = performance.now();
      await delay(away.ms);
      outages.push({ what, from, to: performance.now(), slowestSeconds });
      await away.end();
    }

    const start = () => server.start();
    await takeAway("restart", 1, { begin: () => server.shutDown(), ms: downMs, end: start });
    await takeAway("SIGKILL", 1, { begin: () => server.crash(), ms: downMs, end: start });
    // A server that is silent for less than that may be a busy one.
    await takeAway("SIGSTOP for 10 s", 3.5, { begin: () => server.freeze(), ms: hangsMs, end: () => server.thaw() });
    const { counts } = await waitFor(() => client.getBatch(batchId), { describe: "an answer after the last outage" });
    const backAt = performance.now();
    await delay(betweenMs);
    const answers: Answer[] = await load.stop();
    // A document that three outages have met is tried again after three minutes.
    const records = await recordsOfBatch(client, batchId, 240_000);
    await addLaterFigures(figures, { baseUrl: platen.baseUrl, caller }, answers, 60_000);
    const seconds = (performance.now() - backAt) / 1_000;

    for (const { what, from, to, slowestSeconds } of outages) {
      const asked = answers.filter(({ sentAt, answeredAt }) => sentAt > from && answeredAt < to);
      addQuickRefusals(figures, what, asked, slowestSeconds);
    }
    figures.atLeast("rows that were open after the last outage", counts.open, 1);
    await addBatchFigures(figures, client, { batchId, rows, records });
    figures.atMost("time from the last outage until all is done", seconds, 75, "s");
    await processes.report(figures, answers);
  },
  420_000,
);
