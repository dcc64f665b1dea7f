import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { problemOf } from "../documents/check-pdf.ts";
import { withCleanup } from "../cleanup.ts";
import { startEngine } from "../engine/start-engine.ts";
import { goals } from "../goals.ts";
import { verdictTable } from "../measure/judge.ts";
import { memoryBytes, takeSnapshot } from "../measure/process-usage.ts";
import { machineLine } from "../measure/report-results.ts";
import { median } from "../measure/statistics.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { printInvoices } from "./print-invoices.ts";
import { printLargeTable } from "./print-large-table.ts";
import { numberOption } from "../number-option.ts";

/** Memory is small again below this. */
const smallMegabytes = 400;
/** Samples until the pages have grown to what they need. */
const growingSamples = 2;

/** The browser's memory while it prints two thousand invoices, and after a large table. */
export async function benchMemory(context: BenchContext): Promise<void> {
  const { say, args } = context;
  const { values } = parseArgs({
    args: [...args],
    options: { documents: { type: "string", default: "2000" }, every: { type: "string", default: "250" } },
  });
  const total = numberOption("documents", values.documents);
  const every = numberOption("every", values.every);
  const fewest = (growingSamples + 2) * every;
  if (total < fewest) throw new Error(`--documents must be at least ${fewest}, or nothing is left to judge`);

  await withCleanup(async (onCleanup) => {
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

    for (const line of [machineLine("engine alone"), "", "| After | browser MB | PDF/s |", "| --- | --: | --: |"]) {
      say(line);
    }
    const samples = await printInvoices(printer, { total, every });
    const givenBackSeconds = await printLargeTable(printer, smallMegabytes);

    const settled = samples.slice(growingSamples);
    const middle = median(settled);
    const deviation = Math.max(...settled.map((sample) => Math.abs(sample / middle - 1)));
    const { memory } = goals;
    const verdicts = verdictTable([
      { about: "invoices: most that the browser uses, MB", goal: memory.invoices, figures: [Math.max(...samples)] },
      { about: "invoices: share by which it leaves its middle", goal: memory.deviation, figures: [deviation] },
      {
        about: `after the table: seconds until below ${smallMegabytes} MB`,
        goal: memory.givenBackSeconds,
        figures: [givenBackSeconds],
      },
    ]);
    for (const line of ["", ...verdicts]) say(line);
  });
}
