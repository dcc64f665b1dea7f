import { totalCpuMs, type Measured } from "./measure-window.ts";
import type { CaseResult } from "./run-rounds.ts";
import { median } from "./statistics.ts";

type Compared = Pick<CaseResult, "rounds">;

/** A figure for each round in which both were measured. */
export function byRound(result: Compared, base: Compared, figure: (own: Measured, base: Measured) => number): number[] {
  return result.rounds.flatMap((own, round) => {
    const other = base.rounds[round];
    return other === undefined ? [] : [figure(own, other)];
  });
}

/** The speed relative to a base, round by round. */
export function speedRatios(result: Compared, base: Compared): number[] {
  return byRound(result, base, (own, other) => own.perSecond / other.perSecond);
}

/** The PDFs per processor time relative to a base; other programs disturb this ratio less. */
export function cpuRatio(result: Compared, base: Compared): number {
  return median(byRound(result, base, (own, other) => totalCpuMs(other) / totalCpuMs(own)));
}
