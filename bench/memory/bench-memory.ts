import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { problemOf } from "../documents/check-pdf.ts";
import { invoice } from "../documents/invoice.ts";
import { largeTable } from "../documents/table.ts";
import { withEnding } from "../ending.ts";
import { startEngine } from "../engine/start-engine.ts";
import { goals } from "../goals.ts";
import { verdictTable } from "../measure/judge.ts";
import { memoryBytes, takeSnapshot } from "../measure/process-usage.ts";
import { machineLine } from "../measure/report-results.ts";
import { median } from "../measure/statistics.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";

const lanes = 2;
const samplePauseMs = 1_000;
/** Memory is small again below this. */
const smallMegabytes = 400;
/** Twice the goal: what it takes is to be seen though it misses. */
const patienceSeconds = 120;
/** Samples until the pages have grown to what they need. */
const growingSamples = 2;

/** The browser's memory while it prints two thousand invoices, and after a large table. */
export async function benchMemory(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: { documents: { type: "string", default: "2000" }, every: { type: "string", default: "250" } },
  });
  const total = Number(values.documents);
  const every = Number(values.every);

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    const engine = await startEngine(ground, `${folder}/engine`, atEnd);
    const megabytes = () => memoryBytes(takeSnapshot(), engine.browserPart()) / 1e6;
    let runs = 0;
    const print = async (document: BenchDocument) => {
      const run = ++runs;
      const problem = problemOf(await engine.print(document, run), document, run);
      if (problem !== undefined) throw new Error(`${document.name}: ${problem}`);
    };
    const printInvoices = async (count: number) => {
      let left = count;
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (left > 0) {
            left -= 1;
            await print(invoice);
          }
        }),
      );
    };

    say(machineLine("engine alone"));
    say(`\n| Documents | browser MB | PDF/s |\n| --- | --: | --: |`);
    say(`| none yet | ${megabytes().toFixed(0)} | |`);
    const samples: number[] = [];
    for (let made = every; made <= total; made += every) {
      const startedAt = performance.now();
      await printInvoices(every);
      const perSecond = (every * 1_000) / (performance.now() - startedAt);
      const sample = megabytes();
      samples.push(sample);
      say(`| ${made} invoices | ${sample.toFixed(0)} | ${perSecond.toFixed(1)} |`);
    }

    const startedAt = performance.now();
    await print(largeTable);
    const printedAt = performance.now();
    const elapsedSeconds = () => (performance.now() - printedAt) / 1_000;
    let memory = megabytes();
    say(
      `| a table of ${largeTable.pageCount} pages, in ${((printedAt - startedAt) / 1_000).toFixed(1)} s | ${memory.toFixed(0)} | |`,
    );
    while (memory >= smallMegabytes && elapsedSeconds() < patienceSeconds) {
      await delay(samplePauseMs);
      memory = megabytes();
    }
    const givenBackSeconds = memory < smallMegabytes ? elapsedSeconds() : Number.POSITIVE_INFINITY;
    say(`| ${elapsedSeconds().toFixed(1)} s later | ${memory.toFixed(0)} | |`);

    const settled = samples.slice(growingSamples);
    const middle = median(settled);
    const deviation = Math.max(...settled.map((sample) => Math.abs(sample / middle - 1)));
    const verdicts = verdictTable([
      {
        about: "invoices: most that the browser uses, MB",
        goal: goals.memory.invoices,
        figures: [Math.max(...samples)],
      },
      { about: "invoices: share by which it leaves its middle", goal: goals.memory.deviation, figures: [deviation] },
      {
        about: `after the table: seconds until below ${smallMegabytes} MB`,
        goal: goals.memory.givenBackSeconds,
        figures: [givenBackSeconds],
      },
    ]);
    for (const line of ["", ...verdicts]) say(line);
  });
}
