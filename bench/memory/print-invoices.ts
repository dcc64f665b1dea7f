import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";

/** Prints and checks documents, and reads the browser's memory. */
export type Printer = {
  print: (document: BenchDocument) => Promise<void>;
  megabytes: () => number;
  say: (line: string) => void;
};

type Sample = { printed: number; megabytes: number; perSecond: number };

/** As many as the engine has pages. */
const concurrency = 2;

/** Prints invoices, two at once, and samples the browser's memory after each `every` of them, at rest. */
export async function printInvoices(
  { print, megabytes, say }: Printer,
  { total, every }: { total: number; every: number },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let printed = every; printed <= total; printed += every) {
    const startedAt = performance.now();
    await printSome(every, print);
    const perSecond = (every * 1_000) / (performance.now() - startedAt);
    const sample = { printed, megabytes: megabytes(), perSecond };
    samples.push(sample);
    say(`  ${printed} invoices: ${sample.megabytes.toFixed(0)} MB, ${perSecond.toFixed(1)}/s`);
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
