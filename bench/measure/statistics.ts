export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The value that a share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * The interval in which the median of endless values lies with a probability of 95 %, whatever their distribution: half
 * of all values are below it, so the number of these is that of a tossed coin. Fewer than 6 values have no interval.
 */
export function medianInterval(values: readonly number[]): [from: number, to: number] {
  const sorted = values.toSorted((a, b) => a - b);
  let left = 0;
  // The probability that no more than `left` of the values are below it.
  let probability = 0.5 ** sorted.length;
  for (let chosen = probability; probability <= 0.025; probability += chosen) {
    left += 1;
    chosen *= (sorted.length - left + 1) / left;
  }
  return [sorted[left - 1] ?? Number.NaN, sorted[sorted.length - left] ?? Number.NaN];
}
