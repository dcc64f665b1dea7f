import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import { withCleanup } from "../cleanup.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { problemOf } from "../documents/check-pdf.ts";
import { startEngine } from "../engine/start-engine.ts";
import { goals } from "../goals.ts";
import { memoryBytes, takeSnapshot } from "../measure/process-usage.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median } from "../measure/statistics.ts";
import { numberOption } from "../number-option.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import type { Report } from "../report/report.ts";
import { printInvoices } from "./print-invoices.ts";
import { printLargeTable } from "./print-large-table.ts";

/** The large table's memory is free again below this. */
const smallMegabytes = 400;
/** The pages grow to the size they need during the first samples. */
const growingSamples = 2;

/** Measures the browser's memory while it prints two thousand invoices, and after a large table. */
export async function benchMemory(context: BenchContext): Promise<Report> {
  const { say, args } = context;
  const { values } = parseArgs({
    args: [...args],
    options: { documents: { type: "string", default: "2000" }, every: { type: "string", default: "250" } },
  });
  const total = numberOption("documents", values.documents);
  const every = numberOption("every", values.every);
  const fewest = (growingSamples + 2) * every;
  if (total < fewest) throw new Error(`--documents must be at least ${fewest}, four times --every`);

  return withCleanup(async (onCleanup) => {
    const folder = await createTemporaryFolder("platen-bench-");
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const setup = await prepareBrowserSetup(context, folder, onCleanup);
    const engine = await startEngine(setup, `${folder}/engine`, onCleanup);
    let runs = 0;
    const printer = {
      say,
      megabytes: () => memoryBytes(takeSnapshot(), engine.browserPart()) / 1e6,
      async print(document: BenchDocument) {
        const run = ++runs;
        const problem = problemOf(await engine.print(document, run), document, run);
        if (problem !== undefined) throw new Error(`${document.name}: ${problem}`);
      },
    };

    const machine = describeMachine("engine alone");
    const atStart = printer.megabytes();
    const samples = await printInvoices(printer, { total, every });
    const table = await printLargeTable(printer, smallMegabytes);

    const memory = samples.map(({ megabytes }) => megabytes);
    const settled = memory.slice(growingSamples);
    const middle = median(settled);
    const deviation = Math.max(...settled.map((sample) => Math.abs(sample / middle - 1)));
    return {
      machine,
      tables: [
        {
          columns: ["After", "browser MB", "PDF/s"],
          rows: [
            ["its start", atStart.toFixed(0), ""],
            ...samples.map(({ printed, megabytes, perSecond }) => [
              `${printed} invoices`,
              megabytes.toFixed(0),
              perSecond.toFixed(1),
            ]),
            [`a table of ${table.pageCount} pages, in ${table.seconds.toFixed(1)} s`, table.peak.toFixed(0), ""],
            [`${table.freeAgainSeconds.toFixed(1)} s more`, table.megabytes.toFixed(0), ""],
          ],
        },
      ],
      figures: [
        { name: "invoices: most MB of the browser", goal: goals.memory.invoices, values: [Math.max(...memory)] },
        { name: "invoices: largest deviation from the median", goal: goals.memory.deviation, values: [deviation] },
        {
          name: `large table: seconds until below ${smallMegabytes} MB`,
          goal: goals.memory.freeAgainSeconds,
          values: [table.megabytes < smallMegabytes ? table.freeAgainSeconds : Number.POSITIVE_INFINITY],
        },
      ],
      failures: [],
    };
  });
}
