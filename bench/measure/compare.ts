import type { BenchDocument } from "../documents/bench-document.ts";
import type { Figure, Goal } from "../report/report.ts";
import { totalCpuMs, type Competitor, type Measured } from "./measure-window.ts";
import type { CaseResult } from "./run-rounds.ts";
import { median } from "./statistics.ts";

type Compared = Pick<CaseResult, "rounds">;

/** Returns a figure for each round, of a result beside its base. */
export function byRound(own: Compared, base: Compared, figure: (own: Measured, base: Measured) => number): number[] {
  return own.rounds.flatMap((round, index) => {
    const other = base.rounds[index];
    return other === undefined ? [] : [figure(round, other)];
  });
}

/** Returns the speed relative to a base, round by round. */
export function speedRatios(own: Compared, base: Compared): number[] {
  return byRound(own, base, (one, other) => one.perSecond / other.perSecond);
}

/** Returns the PDFs per processor time relative to a base; other programs disturb this ratio less. */
export function cpuRatio(own: Compared, base: Compared): number {
  return median(byRound(own, base, (one, other) => totalCpuMs(other) / totalCpuMs(one)));
}

export function resultOf(
  results: readonly CaseResult[],
  document: BenchDocument,
  competitor: Competitor | undefined,
): CaseResult | undefined {
  return results.find((result) => result.document === document && result.competitor === competitor);
}

/** Returns the figure that compares the speed of two competitors, or none if one of them was not measured. */
export function speedFigure(
  results: readonly CaseResult[],
  document: BenchDocument,
  { own, base, name, goal }: { own: Competitor; base: Competitor | undefined; name: string; goal: Goal },
): Figure[] {
  const [ownResult, baseResult] = [resultOf(results, document, own), resultOf(results, document, base)];
  if (ownResult === undefined || baseResult === undefined) return [];
  const values = speedRatios(ownResult, baseResult);
  const figure = { name: `${document.name}: speed relative to ${name}`, goal, values };
  // Nothing is known of the processor time of a server whose process is not named.
  const isKnown = base?.processes().some(({ pid }) => pid !== process.pid);
  return [isKnown ? { ...figure, byCpu: cpuRatio(ownResult, baseResult) } : figure];
}
