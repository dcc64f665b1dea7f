import { ExactNumber } from "@platen/contracts/exact-json";
import { Big } from "big.js";

// Division gives twenty decimal places, rounded half away from zero.
const Decimal = Big();
Decimal.DP = 20;
Decimal.RM = Decimal.roundHalfUp;
// The text of a decimal never has an exponent.
Decimal.NE = -1_000_000;
Decimal.PE = 1_000_000;

/** An exact decimal number. */
export type Decimal = Big;

/** No business value is longer. The time of exact arithmetic grows with the square of the digits. */
const maxLength = 64;
const maxExponent = 40;
const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,5})?$/i;

/**
 * Reads a number of JSON at its shortest decimal form, or a text such as "1240.10" as written. Returns undefined for
 * anything else, and beyond 64 characters or 40 places before or after the point.
 */
export function toDecimal(value: unknown): Decimal | undefined {
  const decimal = toComparable(value);
  return decimal && bounded(decimal);
}

/** The same without the limit of places, which a comparison does not need. */
export function toComparable(value: unknown): Decimal | undefined {
  if (value instanceof Decimal) return value;
  const text = numberText(value);
  if (text.length > maxLength || !decimalText.test(text)) return undefined;
  // The library takes no plus sign.
  return new Decimal(text.replace(/^\+/, ""));
}

function numberText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || value instanceof ExactNumber ? String(value) : "";
}

/** The result of a calculation; undefined beyond 40 places before or after the point. */
export function bounded(decimal: Decimal): Decimal | undefined {
  const smallest = decimal.e - decimal.c.length;
  return decimal.e > maxExponent || smallest < -maxExponent - 1 ? undefined : decimal;
}

export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Decimal;
}

export const zero: Decimal = new Decimal(0);

/** The digits as a text, which Intl formats whole. */
export function digitsOf(decimal: Decimal): string {
  return decimal.toString();
}
