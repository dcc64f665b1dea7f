const sizePattern = /^(\d{1,4}(?:\.\d{1,4})?)(mm|cm|in|pt|px)$/;
const millimetres = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 };

/** Explains what is wrong with a size; undefined for a right one. */
export function findSizeMistake(value: unknown): string | undefined {
  return typeof value === "string" && sizePattern.test(value) ? undefined : "must be a size such as 24mm";
}

/** The size that an argument gives; the default for none and for a wrong one. */
export function sizeOr(value: unknown, preset: string): string {
  return typeof value === "string" && sizePattern.test(value) ? value : preset;
}

/** The millimetres of a size that has been checked. */
export function toMm(size: string): number {
  const unit = size.slice(-2);
  // The check of a size lets only these units through.
  return Number.parseFloat(size) * millimetres[unit as keyof typeof millimetres];
}
