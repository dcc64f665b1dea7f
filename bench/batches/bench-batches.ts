import { waitFor } from "@platen/testing";
import type { BenchContext } from "../bench-context.ts";
import { createProject } from "../create-project.ts";
import { dataJson, markOf, type BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { table } from "../documents/table.ts";
import { bodyOf, createHttpClient } from "../http-client.ts";
import { arriveByChance } from "../measure/arrive-by-chance.ts";
import { measureWindow, type Competitor, type Measured } from "../measure/measure-window.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";
import { warmUp } from "../measure/warm-up.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { positive, readOptions } from "../read-options.ts";
import { startEngine } from "../render/start-engine.ts";
import type { Report } from "../report/report.ts";
import { startPlaten } from "../start-platen.ts";
import { createBatchSender, type MadeBatch } from "./batch-sender.ts";
import { measureDeliveries } from "./measure-deliveries.ts";
import { measureSingles } from "./measure-singles.ts";
import { measureSlots } from "./measure-slots.ts";
import { measureZip } from "./measure-zip.ts";

const connections = 64;
const batchRows = 1_500;
const perSecond = 10;
const messages = 300;
const receivers = 10;
const manyRows = 100_000;
/** With it, a row has two kilobytes. */
const note = Array.from({ length: 300 }, (_, index) => `item ${index * 7_919}`)
  .join()
  .slice(0, 1_930);

/** Processor time of a document outside the browser and the worker. */
function outside(cpuMs: ReadonlyMap<string, number>): number {
  const others = ["browser", "worker", "load generator"];
  return [...cpuMs].reduce((sum, [name, ms]) => sum + (others.includes(name) ? 0 : ms), 0);
}

/** Compares batches with the same documents by `POST /generate`, and measures what background work costs and delays. */
export async function benchBatches({ say, args }: BenchContext): Promise<Report> {
  const { rounds, window } = readOptions(args, { rounds: positive.default(3), window: positive.default(10) });
  const slots = await measureSlots();
  say(`  ${slots.slots} slots without a browser: ${slots.perSecond.toFixed(0)} rows/s`);
  const setup = await prepareBrowserSetup();
  const engine = (await startEngine(setup)).competitor(2);
  const platen = await startPlaten({ workers: 1 });
  const project = await createProject(platen.databaseUrl, [invoice, table]);
  const sender = createBatchSender(platen, project);
  const { client } = sender;
  const post = createHttpClient(platen.baseUrl, { apiKey: project.key });
  const templateId = project.templateIds.get(invoice) ?? "";
  const json = dataJson(invoice);
  let asked = 0;
  const generate = async (run = (asked += 1), options = "") =>
    bodyOf(await post("/api/v1/generate", `{"templateId":"${templateId}",${options}"data":${json(run)}}`));
  const synchronous: Competitor = {
    name: `Platen, ${connections} connections`,
    concurrency: connections,
    processes: () => platen.parts,
    print: (_document, run) => generate(run),
  };
  const keeping: Competitor = { ...synchronous, print: (_document, run) => generate(run, '"store":true,') };
  const machine = describeMachine("the whole service with one worker of two slots");
  say(machine);
  await warmUp(invoice, [synchronous], { minDocuments: 500, longestMs: 20_000, say });
  await sender.make(invoice, batchRows);

  const failures: string[] = [];
  const compared: { sync: Measured; batch: MadeBatch; kept: Measured; alone: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sync = await measureWindow(synchronous, invoice, window * 1_000);
    const batch = await sender.make(invoice, batchRows);
    const kept = await measureWindow(keeping, invoice, window * 1_000);
    const alone = await measureWindow(engine, invoice, window * 1_000);
    failures.push(...sync.failures, ...kept.failures, ...alone.failures);
    compared.push({ sync, batch, kept, alone });
    const rates = [sync, kept, batch, alone].map((one) => one.perSecond.toFixed(1));
    say(`  ${rates.join(", ")} PDF/s: /generate, the same with "store", batch, engine alone`);
  }

  const arrive = () => arriveByChance(() => generate(), { perSecond, seconds: window });
  const beside: { document: BenchDocument; quiet: number; latency: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [document, rows] of [
      [invoice, 200 * window],
      [table, 20 * window],
    ] as const) {
      const quiet = percentile(await arrive(), 0.95);
      const batchId = await sender.start(document, rows);
      await waitFor(async () => (await client.getBatch(batchId)).counts.completed > 0, { describe: "the first row" });
      const latency = percentile(await arrive(), 0.95);
      const { counts } = await client.cancelBatch(batchId);
      if (counts.open === 0 && counts.cancelled === 0) failures.push(`the batch of ${document.name}s ended too early`);
      beside.push({ document, quiet, latency });
      say(`  ${document.name}s: p95 ${quiet.toFixed(0)} ms quiet, ${latency.toFixed(0)} beside a batch`);
    }
  }

  const single = await measureSingles(sender, {
    generate: () => generate(),
    document: () => ({ templateId, data: invoice.data(markOf((asked += 1))) }),
  });
  const deliveries = await measureDeliveries(platen, sender, {
    templateId,
    data: invoice.data(markOf(0)),
    count: messages,
    receivers,
  });

  const zipMs = await measureZip(`${platen.baseUrl}/api/v1/batches/${compared.at(-1)?.batch.batchId}/zip`, project.key);

  const { batchId: manyId } = await client.createBatch({ templateId });
  const rows = Array.from({ length: manyRows }, (_, row) => ({ data: { number: row, note } }));
  const startedAt = performance.now();
  await client.addRows(manyId, rows);
  const takenSeconds = (performance.now() - startedAt) / 1_000;
  await client.cancelBatch(manyId);

  const part = (name: string) => compared.map(({ batch }) => batch.cpuMs.get(name) ?? Number.NaN);
  const p95Ratios = (wanted: BenchDocument) =>
    beside.filter(({ document }) => document === wanted).map(({ quiet, latency }) => latency / quiet);
  return {
    machine,
    tables: [],
    figures: [
      {
        name: `slots busy while a batch has rows (${slots.slots} slots of ${slots.printMs} ms, without a browser)`,
        values: [slots.busy],
        goal: { atLeast: 0.95 },
      },
      {
        name: `batch of invoices: speed relative to ${connections} connections`,
        values: compared.map(({ sync, batch }) => batch.perSecond / sync.perSecond),
        goal: { atLeast: 1 },
      },
      {
        name: 'the same relative to /generate with "store", which keeps its PDFs too',
        values: compared.map(({ kept, batch }) => batch.perSecond / kept.perSecond),
        goal: { atLeast: 1 },
      },
      {
        name: "the same relative to the engine alone",
        values: compared.map(({ batch, alone }) => batch.perSecond / alone.perSecond),
      },
      {
        name: "CPU ms of a row outside browser and worker",
        values: compared.map(({ batch }) => outside(batch.cpuMs)),
        goal: { atMost: 3 },
      },
      { name: "the same of a document by /generate", values: compared.map(({ sync }) => outside(sync.cpuMs)) },
      { name: "CPU ms of a row in PostgreSQL", values: part("PostgreSQL"), goal: { atMost: 1 } },
      { name: "CPU ms of a row in the worker, without its browser", values: part("worker") },
      { name: "CPU ms of a row in the browser", values: part("browser") },
      {
        name: "p95 of /generate beside a batch of invoices, relative to quiet",
        values: p95Ratios(invoice),
        goal: { atMost: 3 },
      },
      {
        name: "p95 of /generate beside a batch of 50-page tables, relative to quiet",
        values: p95Ratios(table),
        goal: { atMost: 3 },
      },
      { name: "ms until 202, p95", values: [percentile(single.takenMs, 0.95)] },
      {
        name: "ms from 202 to completed, above those of /generate (medians, one after the other)",
        values: [median(single.completedMs) - median(single.generatedMs)],
        goal: { atMost: 20 },
      },
      { name: `messages a second, to ${receivers} receivers`, values: [deliveries.perSecond], goal: { atLeast: 500 } },
      {
        name: "ms from the end of a document to its message, p95",
        values: [percentile(deliveries.firstMs, 0.95)],
        goal: { atMost: 250 },
      },
      { name: "ms to the first byte in the middle of a ZIP", values: zipMs, goal: { atMost: 300 } },
      { name: `seconds to take ${manyRows} rows of 2 KB`, values: [takenSeconds], goal: { atMost: 20 } },
    ],
    failures,
  };
}
