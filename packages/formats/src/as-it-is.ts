import type { FormatContext } from "./format.ts";
import { textOf } from "./text-of.ts";

/** The result of a format for a value that does not fit it. */
export const unformattable = Symbol("unformattable");

/**
 * The result of a format. A value that does not fit is noted and printed as it is; a list or an object prints nothing,
 * because its text would be "[object Object]".
 */
export function asItIs(value: unknown, result: unknown, context: FormatContext): unknown {
  if (result !== unformattable) return result;
  context.unformattable();
  return typeof value === "object" && textOf(value) === undefined ? undefined : value;
}
