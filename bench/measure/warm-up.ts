import type { BenchDocument } from "../documents/bench-document.ts";
import { measureWindow, totalCpuMs, type Competitor } from "./measure-window.ts";

export type WarmUp = {
  competitor: Competitor;
  /** The fewest documents of a warm-up. */
  minDocuments: number;
  /** No window begins after this. */
  longestMs: number;
};

const windowMs = 2_000;
const steady = 0.05;

/**
 * Lets each competitor print until the processor time of a document is steady, or its time is up. Node.js compiles code
 * while it runs: a server that has just started takes several times as long for a document.
 */
export async function warmUpAll(
  document: BenchDocument,
  warmUps: readonly WarmUp[],
  say: (line: string) => void,
): Promise<void> {
  for (const { competitor, minDocuments, longestMs } of warmUps) {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const costs: number[] = [];
    let made = 0;
    const isWarm = () => made >= minDocuments && isSteady(costs);
    while (!isWarm() && elapsedMs() < longestMs) {
      const measured = await measureWindow(competitor, document, windowMs);
      made += measured.latenciesMs.length;
      // Processor time is steadier than time.
      costs.push(totalCpuMs(measured) || 1_000 / measured.perSecond);
    }
    const seconds = (elapsedMs() / 1_000).toFixed(0);
    const [first = 0, last = 0] = [costs.at(0), costs.at(-1)];
    say(
      `  warm: ${competitor.name}: ${made} documents in ${seconds} s, from ${first.toFixed(1)} to ${last.toFixed(1)} ms each${isWarm() ? "" : ", not yet steady"}`,
    );
  }
}

function isSteady(costs: readonly number[]): boolean {
  const [before, last] = costs.slice(-2);
  return before !== undefined && last !== undefined && Math.abs(last / before - 1) < steady;
}
