import { setTimeout as delay } from "node:timers/promises";
import type { BenchContext } from "../bench-context.ts";
import { problemOf } from "../documents/check-pdf.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { largeTable } from "../documents/table.ts";
import { memoryBytes, takeSnapshot } from "../measure/process-usage.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median } from "../measure/statistics.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { positive, readOptions } from "../read-options.ts";
import { startEngine } from "../render/start-engine.ts";
import type { Report } from "../report/report.ts";

/** The large table's memory is free again below this. */
const smallMegabytes = 400;
/** The pages grow to the size they need during the first samples. */
const growingSamples = 2;
const samplePauseMs = 500;
/** Twice the goal, so that the report shows how far a run misses it. */
const patienceSeconds = 120;

/** Measures the browser's memory while it prints two thousand invoices, two at once, and after a large table. */
export async function benchMemory({ say, args }: BenchContext): Promise<Report> {
  const options = readOptions(args, { documents: positive.default(2_000), every: positive.default(250) });
  if (options.documents < 4 * options.every)
    throw new Error(`--documents must be at least ${4 * options.every}, four times --every`);
  const engine = (await startEngine(await prepareBrowserSetup())).competitor(2);
  const [browser] = engine.processes();
  if (browser === undefined) throw new Error("the engine has no browser");
  const megabytes = () => memoryBytes(takeSnapshot(), browser) / 1e6;
  let runs = 0;
  const print = async (document: BenchDocument) => {
    const run = ++runs;
    const problem = await problemOf(await engine.print(document, run, 0), document, run);
    if (problem !== undefined) throw new Error(`${document.name}: ${problem}`);
  };

  const machine = describeMachine("engine alone");
  const rows = [["its start", megabytes().toFixed(0), ""]];
  const samples: number[] = [];
  for (let printed = options.every; printed <= options.documents; printed += options.every) {
    const startedAt = performance.now();
    let left = options.every;
    const printSome = async () => {
      while (left > 0) {
        left -= 1;
        await print(invoice);
      }
    };
    await Promise.all([printSome(), printSome()]);
    const perSecond = (options.every * 1_000) / (performance.now() - startedAt);
    samples.push(megabytes());
    rows.push([`${printed} invoices`, megabytes().toFixed(0), perSecond.toFixed(1)]);
    say(`  ${rows.at(-1)?.join(", ")}`);
  }

  const startedAt = performance.now();
  let peak = megabytes();
  const sampling = setInterval(() => (peak = Math.max(peak, megabytes())), samplePauseMs);
  await print(largeTable).finally(() => clearInterval(sampling));
  const printedAt = performance.now();
  const secondsSince = () => (performance.now() - printedAt) / 1_000;
  while (megabytes() >= smallMegabytes && secondsSince() < patienceSeconds) await delay(samplePauseMs);
  const freeAgainSeconds = secondsSince();
  const seconds = ((printedAt - startedAt) / 1_000).toFixed(1);
  rows.push(
    [`a table of ${largeTable.pageCount} pages, in ${seconds} s`, peak.toFixed(0), ""],
    [`${freeAgainSeconds.toFixed(1)} s more`, megabytes().toFixed(0), ""],
  );

  const settled = samples.slice(growingSamples);
  const deviation = Math.max(...settled.map((sample) => Math.abs(sample / median(settled) - 1)));
  const isFree = freeAgainSeconds < patienceSeconds;
  return {
    machine,
    tables: [{ columns: ["After", "browser MB", "PDF/s"], rows }],
    figures: [
      { name: "invoices: most MB of the browser", goal: { atMost: 260 }, values: [Math.max(...samples)] },
      { name: "invoices: largest deviation from the median", goal: { atMost: 0.05 }, values: [deviation] },
      {
        name: `large table: seconds until below ${smallMegabytes} MB`,
        goal: { atMost: 60 },
        values: [isFree ? freeAgainSeconds : Number.POSITIVE_INFINITY],
      },
    ],
    failures: [],
  };
}
