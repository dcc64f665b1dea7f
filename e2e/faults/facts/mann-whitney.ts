/** The tail of the standard normal distribution beyond `z`, approximated as in Abramowitz and Stegun (7.1.26). */
function tail(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return (series * Math.exp((-z * z) / 2)) / 2;
}

/** The two-sided p-value of the Mann-Whitney U test, for samples large enough for the normal approximation. */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((one, other) => one.value - other.value);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (all[end]?.value === all[start]?.value && end < all.length) end += 1;
    // Equal values share the mean of their ranks.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isA }) => isA).length;
    start = end;
  }
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (all.length + 1)) / 12);
  return Math.min(1, 2 * tail(Math.abs(u - mean) / deviation));
}
