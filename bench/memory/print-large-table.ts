import { setTimeout as delay } from "node:timers/promises";
import { largeTable } from "../documents/table.ts";
import type { Printer } from "./print-invoices.ts";

const samplePauseMs = 500;
/** Twice the goal: what it takes is to be seen though it misses. */
const patienceSeconds = 120;

/** Prints a large table and returns the seconds until the browser uses less than so much again. */
export async function printLargeTable(printer: Printer, smallMegabytes: number): Promise<number> {
  const { print, megabytes, say } = printer;
  const startedAt = performance.now();
  let peak = megabytes();
  const sampling = setInterval(() => (peak = Math.max(peak, megabytes())), samplePauseMs);
  await print(largeTable).finally(() => clearInterval(sampling));

  const printedAt = performance.now();
  const tookSeconds = (printedAt - startedAt) / 1_000;
  const secondsSince = () => (performance.now() - printedAt) / 1_000;
  let memory = megabytes();
  while (memory >= smallMegabytes && secondsSince() < patienceSeconds) {
    await delay(samplePauseMs);
    memory = megabytes();
  }
  const givenBackSeconds = secondsSince();
  say(`| a table of ${largeTable.pageCount} pages, in ${tookSeconds.toFixed(1)} s | at most ${peak.toFixed(0)} | |`);
  say(`| ${givenBackSeconds.toFixed(1)} s more | ${memory.toFixed(0)} | |`);
  return memory < smallMegabytes ? givenBackSeconds : Number.POSITIVE_INFINITY;
}
