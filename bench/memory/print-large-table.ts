import { setTimeout as delay } from "node:timers/promises";
import { largeTable } from "../documents/table.ts";
import type { Printer } from "./print-invoices.ts";

const samplePauseMs = 500;
/** Twice the goal, so that the report shows how far a run misses it. */
const patienceSeconds = 120;

type PrintedTable = {
  pageCount: number;
  seconds: number;
  /** The most megabytes of the browser while it printed. */
  peak: number;
  /** How long the memory took to fall, and where it was then. */
  freeAgainSeconds: number;
  megabytes: number;
};

/** Prints a large table and waits until the browser uses less memory than `smallMegabytes` again. */
export async function printLargeTable({ print, megabytes }: Printer, smallMegabytes: number): Promise<PrintedTable> {
  const startedAt = performance.now();
  let peak = megabytes();
  const sampling = setInterval(() => (peak = Math.max(peak, megabytes())), samplePauseMs);
  await print(largeTable).finally(() => clearInterval(sampling));

  const printedAt = performance.now();
  const secondsSince = () => (performance.now() - printedAt) / 1_000;
  let memory = megabytes();
  while (memory >= smallMegabytes && secondsSince() < patienceSeconds) {
    await delay(samplePauseMs);
    memory = megabytes();
  }
  return {
    pageCount: largeTable.pageCount,
    seconds: (printedAt - startedAt) / 1_000,
    peak,
    freeAgainSeconds: secondsSince(),
    megabytes: memory,
  };
}
