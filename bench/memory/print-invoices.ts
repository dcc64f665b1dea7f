import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";

/** Prints, looks into what was printed, and tells how much memory the browser uses now. */
export type Printer = {
  print: (document: BenchDocument) => Promise<void>;
  megabytes: () => number;
  say: (line: string) => void;
};

/** As many as there are pages. */
const concurrency = 2;

/** Prints invoices, two at once, and returns the browser's memory after each `every` of them, at rest. */
export async function printInvoices(
  { print, megabytes, say }: Printer,
  { total, every }: { total: number; every: number },
): Promise<number[]> {
  say(`| its start | ${megabytes().toFixed(0)} | |`);
  const samples: number[] = [];
  for (let made = every; made <= total; made += every) {
    const startedAt = performance.now();
    await printSome(every, print);
    const perSecond = (every * 1_000) / (performance.now() - startedAt);
    const sample = megabytes();
    samples.push(sample);
    say(`| ${made} invoices | ${sample.toFixed(0)} | ${perSecond.toFixed(1)} |`);
  }
  return samples;
}

async function printSome(count: number, print: Printer["print"]): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await print(invoice);
      }
    }),
  );
}
