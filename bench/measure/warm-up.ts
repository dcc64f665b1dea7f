import type { BenchDocument } from "../documents/bench-document.ts";
import { measureWindow, totalCpuMs, type Competitor } from "./measure-window.ts";

const windowMs = 2_000;
const steady = 0.05;

/**
 * Lets each competitor print until the processor time of a document is steady, or its time is up. Node.js compiles code
 * while it runs: a server that has just started takes several times as long for a document.
 */
export async function warmUp(
  document: BenchDocument,
  competitors: readonly Competitor[],
  { minDocuments, longestMs, say }: { minDocuments: number; longestMs: number; say: (line: string) => void },
): Promise<void> {
  for (const competitor of competitors) {
    const startedAt = performance.now();
    let [made, before, last] = [0, Number.NaN, Number.NaN];
    while (
      (made < minDocuments || !(Math.abs(last / before - 1) < steady)) &&
      performance.now() - startedAt < longestMs
    ) {
      const measured = await measureWindow(competitor, document, windowMs);
      made += measured.latenciesMs.length;
      // Processor time is steadier than time.
      [before, last] = [last, totalCpuMs(measured)];
    }
    say(`  warm: ${competitor.name}: ${made} documents, at last ${last.toFixed(1)} ms each`);
  }
}
