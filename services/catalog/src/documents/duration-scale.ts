const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/**
 * The upper bounds of the steps by which durations are counted, in milliseconds. The last step has all that is longer too.
 * Rows count by the position of a step: a change of the scale needs a migration.
 */
export const durationBounds = [
  10,
  15,
  20,
  30,
  40,
  60,
  80,
  100,
  150,
  200,
  300,
  400,
  600,
  second,
  1.5 * second,
  2 * second,
  3 * second,
  5 * second,
  10 * second,
  30 * second,
  minute,
  5 * minute,
  hour,
  24 * hour,
] as const;

/** The upper bound of the step within which a share of the counted durations lies; null without one. */
export function durationWithin(share: number, counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [step, bound] of durationBounds.entries()) {
    seen += counts[step] ?? 0;
    if (seen > 0 && seen >= share * total) return bound;
  }
  return null;
}
