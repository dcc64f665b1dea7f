const pointsPer = { in: 72, mm: 72 / 25.4, cm: 72 / 2.54, pt: 1, px: 0.75 };

/** Less than the difference of any two lengths of the contract, and more than the error of the arithmetic. */
export const hairPt = 0.001;

/** A length of the contract, in points. */
export function toPoints(length: string): number {
  const match = /^([\d.]+)(mm|cm|in|pt|px)$/.exec(length);
  if (!match) throw new Error(`cannot read the length "${length}"`);
  // The pattern's second group is one of these units.
  return Number(match[1]) * pointsPer[match[2] as keyof typeof pointsPer];
}

export function isWholePoints(length: string): boolean {
  const points = toPoints(length);
  return Math.abs(points - Math.round(points)) < hairPt;
}
