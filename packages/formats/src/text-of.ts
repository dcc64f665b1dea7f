import { ExactNumber } from "@platen/contracts/exact-json";
import { isCalendarTime, toIsoText } from "./calendar-time.ts";
import { digitsOf, isDecimal } from "./decimal.ts";

/** The text of a value, as Mustache prints it; undefined for a list or an object. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof ExactNumber) return value.toString();
  if (isDecimal(value)) return digitsOf(value);
  if (isCalendarTime(value)) return toIsoText(value);
  return undefined;
}

/** Whether a value is missing: undefined, null, an empty text or an empty list. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
