import { setTimeout as delay } from "node:timers/promises";
import { operations } from "@platen/contracts";
import { waitFor } from "@platen/testing";
import { signIn } from "../../../dashboard-session.ts";
import { addBatchFigures, longestPause, recordsOfBatch } from "../../facts/batch-records.ts";
import { metric } from "../../facts/metric.ts";
import { watchProcesses } from "../../facts/process-watch.ts";
import { attemptsBy } from "../../facts/worker-attempts.ts";
import { startStruckService, type StruckService } from "../../harms/struck-service.ts";
import { createCaller } from "../../load/caller.ts";
import { startSmallBatch } from "../../load/small-batch.ts";
import { startWebhookReceiver } from "../../load/webhook-receiver.ts";
import { faultRow } from "../../runner/fault-row.ts";

const rows = 2_000;
const kills = 10;
const everyMs = 3_000;
/** Documents with a `callbackUrl`, beside the batch. */
const single = 40;
const singleEveryMs = 500;
/** A courier that has just got the lock feeds so many documents before it is killed. */
const fedAtLeast = 20;

/** The catalog has leased documents. */
const hasLeased = (path: string, answer: string) =>
  path === "/internal/background/leases" && answer.includes('"documentId"');

faultRow("B1", "Couriers are killed in turns while they feed a batch", async (figures, stage) => {
  const platen = await stage.startPlaten({ workers: 1 });
  const { couriers, workers } = platen.processes;
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "Batch");
  const { client, templateId, projectId } = caller;
  const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const { secret } = await session.call(operations.getWebhookSecret, { params: { projectId } });
  const receiver = await startWebhookReceiver(stage, { secret });
  let killedFeeders = 0;

  const startCourier = () => startStruckService(stage, platen.processes.catalog.url, (env) => platen.startCourier(env));

  /** Kills a courier that feeds when it has leased documents which it does not know yet; another one at once. */
  async function kill({ service, strike }: StruckService): Promise<void> {
    if ((await metric(service, "platen_courier_feeding")) > 0) {
      const hasFed = async () => (await metric(service, "platen_background_documents_fed_total")) >= fedAtLeast;
      // On a quick machine the batch may end before the last kill. Then the courier has no row to feed.
      const fed = waitFor(hasFed, { timeoutMs: 5_000, intervalMs: 20, describe: "a courier that feeds" });
      await fed.catch(() => undefined);
      const struck = strike("SIGKILL", hasLeased).then(() => (killedFeeders += 1));
      await Promise.race([struck, delay(everyMs)]);
    }
    await processes.kill(service);
  }

  async function killInTurns(turns: StruckService[]): Promise<void> {
    for (let killed = 0; killed < kills; killed += 1) {
      const next = delay(everyMs);
      const courier = turns.shift();
      if (courier) await kill(courier);
      turns.push(await startCourier());
      await next;
    }
  }

  async function askForSingle(): Promise<void> {
    for (let n = 0; n < single; n += 1) {
      await client.createDocument({ templateId, data: { marker: `single ${n}` }, callbackUrl: receiver.url });
      await delay(singleEveryMs);
    }
  }

  const turns = [await startCourier(), await startCourier()];
  await processes.end(platen.processes.courier);
  const batchId = await startSmallBatch(caller, rows);
  await Promise.all([killInTurns(turns), askForSingle()]);
  const killedAt = performance.now();
  // A document that a killed courier had leased is leased again after 60 seconds.
  const records = await recordsOfBatch(client, batchId, 150_000);
  await receiver.untilTaken(single, 60_000);
  const seconds = (performance.now() - killedAt) / 1_000;

  figures.exactly("couriers killed", couriers.length - 3, kills);
  figures.atLeast("of them between the lease and its answer", killedFeeders, 2);
  await addBatchFigures(figures, client, { batchId, rows, records });
  const printed = workers.flatMap((worker) => attemptsBy(worker)).map(({ documentId }) => documentId);
  figures.exactly("documents printed", new Set(printed).size, rows + single);
  figures.exactly("documents printed twice", printed.length - new Set(printed).size, 0);
  receiver.addFigures(figures, single);
  figures.atMost("messages taken twice", receiver.repeated(), 10);
  figures.atMost("longest time without feeding", longestPause(records), 12, "s");
  figures.atMost("time from the last kill until all is done", seconds, 75, "s");
  await processes.report(figures, []);
});
