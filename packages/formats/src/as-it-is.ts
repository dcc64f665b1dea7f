import type { FormatContext } from "./format.ts";

/** The result of a format for a value that does not fit it. */
export const unformattable = Symbol("unformattable");

/** The result of a format: the value as it is, and noted, if it does not fit. */
export function asItIs(value: unknown, result: unknown, context: FormatContext): unknown {
  if (result !== unformattable) return result;
  context.unformattable();
  return value;
}
