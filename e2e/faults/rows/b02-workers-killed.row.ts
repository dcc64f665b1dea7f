import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { withConnection } from "@platen/provisioning";
import { testChromiumPath, type Platen } from "@platen/testing";
import { addBatchFigures, recordsOfBatch, type BatchRecord } from "../facts/batch-records.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { createReplaceableBrowser } from "../harms/replaceable-browser.ts";
import { startStruckService, type StruckService } from "../harms/struck-service.ts";
import { createCaller, type Caller } from "../load/caller.ts";
import { startSmallBatch } from "../load/small-batch.ts";
import { faultRow } from "../runner/fault-row.ts";

const rows = 2_000;
const kills = 5;
const killEveryMs = 5_000;
const stops = 3;
/** Longer than a worker's lock lasts, and than the check that gives its job to another worker. */
const stoppedMs = 14_000;

/** Workers are harmed after so many PDFs. Three deaths at one document, the first of each worker, would end it. */
const keptBefore = 20;
/** On a quick machine the batch may end before the last harm. */
const patienceMs = 10_000;

/** The catalog has kept a PDF, after some others. */
function keepsAnother(): (path: string) => boolean {
  let kept = 0;
  return (path) => /\/content(?:\?|$)/.test(path) && (kept += 1) > keptBefore;
}

const triedTwiceSql = `SELECT array_agg(project_id || '/' || content_id || '.pdf') AS names
  FROM document_contents GROUP BY document_id HAVING count(*) > 1`;

/** Counts the documents of which several workers have kept PDFs with different bytes. */
async function countKeptTwice({ databaseUrl, processes }: Platen): Promise<number> {
  const { rows: tried } = await withConnection(databaseUrl, (connection) =>
    connection.query<{ names: string[] }>(triedTwiceSql),
  );
  const folder = fileURLToPath(processes.catalog.env["STORAGE_URL"] ?? "");
  let count = 0;
  for (const { names } of tried) {
    // An attempt that was killed early has left a row without a file.
    const kept = await Promise.all(names.map((name) => readFile(join(folder, name), "hex").catch(() => undefined)));
    if (new Set(kept.filter((bytes) => bytes !== undefined)).size > 1) count += 1;
  }
  return count;
}

/** Downloads the PDFs of these documents, and counts those with the bytes of their record. */
async function countSound({ client }: Caller, records: readonly BatchRecord[]): Promise<number> {
  const left = [...records];
  let sound = 0;
  async function download(): Promise<void> {
    for (let record = left.pop(); record; record = left.pop()) {
      // A download that breaks is not the PDF.
      const bytes = await client.getDocumentContent(record.documentId).catch(() => new Uint8Array());
      if (createHash("sha256").update(bytes).digest("hex") === record.sha256) sound += 1;
    }
  }
  await Promise.all(Array.from({ length: 4 }, download));
  return sound;
}

faultRow("B2", "Workers are killed and stopped between the PDF and the report", async (figures, stage) => {
  const platen = await stage.startPlaten({ workers: 1, env: { worker: { RENDER_CONCURRENCY: "2" } } });
  const { catalog, workers } = platen.processes;
  const processes = watchProcesses(platen);
  const browser = await createReplaceableBrowser();
  stage.onEnd(() => browser.remove());
  // Its PDFs have other bytes, as those of another release of Chromium.
  const settings = "lazyLoadEnabled=false,minimumFontSize=30";
  // Quotes, because a worker leaves out a script that names a browser.
  const program = (await testChromiumPath()).replace(/.$/, "''$&");
  await browser.replace(`exec ${program} "$@" --blink-settings=${settings}`);

  const startWorker = (own: Record<string, string> = {}) =>
    startStruckService(stage, catalog.url, (env) => platen.startWorker({ ...env, ...own }));
  const [first, second] = await Promise.all([startWorker(), startWorker({ CHROMIUM_PATH: browser.path })]);
  const [unwatched] = workers;
  if (unwatched) await processes.end(unwatched);
  const caller = await createCaller(platen, "Batch");
  const batchId = await startSmallBatch(caller, rows);

  let struck = 0;

  /** Sends a worker a signal at a PDF that it keeps, or after a while. */
  async function harm({ service, strike }: StruckService, signal: NodeJS.Signals): Promise<void> {
    await Promise.race([strike(signal, keepsAnother()).then(() => (struck += 1)), delay(patienceMs)]);
    service.kill(signal);
  }

  async function killAgainAndAgain(): Promise<void> {
    let worker = first;
    for (let n = 0; n < kills; n += 1) {
      const next = delay(killEveryMs);
      await harm(worker, "SIGKILL");
      await processes.kill(worker.service);
      worker = await startWorker();
      await next;
    }
  }

  async function stopAgainAndAgain(): Promise<void> {
    stage.onEnd(() => second.service.kill("SIGCONT"));
    for (let n = 0; n < stops; n += 1) {
      await harm(second, "SIGSTOP");
      await delay(stoppedMs);
      second.service.kill("SIGCONT");
      await delay(killEveryMs);
    }
  }

  await Promise.all([killAgainAndAgain(), stopAgainAndAgain()]);
  const records = await recordsOfBatch(caller.client, batchId, 120_000);
  const keptTwice = await countKeptTwice(platen);
  figures.exactly("workers killed", workers.length - 3, kills);
  figures.atLeast("times that a worker was killed or stopped between a kept PDF and its report", struck, 4);
  figures.atLeast("documents of which two workers kept different bytes", keptTwice, 1);
  await addBatchFigures(figures, caller.client, { batchId, rows, records });
  figures.exactly("kept PDFs with the SHA-256 of their record", await countSound(caller, records), rows);
  await processes.report(figures, []);
});
