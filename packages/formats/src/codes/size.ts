const sizePattern = /^(\d{1,4}(?:\.\d{1,4})?)(mm|cm|in|pt|px)$/;

/** Explains what is wrong with a size; undefined for a right one. */
export function findSizeMistake(value: unknown): string | undefined {
  return typeof value === "string" && sizePattern.test(value) ? undefined : "must be a size such as 24mm";
}

/** The size that an argument gives; the default for none and for a wrong one. */
export function sizeOr(value: unknown, preset: string): string {
  return typeof value === "string" && sizePattern.test(value) ? value : preset;
}
