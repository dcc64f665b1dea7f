import { toDecimal } from "./decimal.ts";

/**
 * The whole number that an argument gives; undefined for anything else and outside `least` to `most`. `Number()` would
 * take null and an empty text for zero, and would call `toString` of an object of the data.
 */
export function wholeNumber(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === "number" ? value : (toDecimal(value)?.toNumber() ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= least && number <= most ? number : undefined;
}
