import type { Answer } from "./caller.ts";

/** The answers that are documents. */
export function documentsOf(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 200);
}

/** The time of each answer in milliseconds. */
export function timesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
}

/** The value that a share of the values does not exceed; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

export function p95(answers: readonly Answer[]): number {
  return quantile(timesOf(answers), 0.95);
}

/**
 * The documents per second between two times on the clock of `performance.now()`. A document that was rendered across one
 * of them counts in part, because whole ones would say little of a few large documents.
 */
export function documentsPerSecond(answers: readonly Answer[], from: number, to: number): number {
  const made = documentsOf(answers).map(({ answeredAt, renderMs }) => {
    const tookMs = Math.max(1, renderMs);
    const within = Math.min(to, answeredAt) - Math.max(from, answeredAt - tookMs);
    return Math.max(0, within) / tookMs;
  });
  return (1_000 * made.reduce((sum, part) => sum + part, 0)) / (to - from);
}
