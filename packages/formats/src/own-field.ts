import { isCalendarTime } from "./calendar-time.ts";
import { isDecimal } from "./decimal.ts";

/** Reads a dotted path of own properties, as Mustache reads a name; undefined if a step is missing. */
export function ownField(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split(".")) found = ownProperty(found, step);
  return found;
}

/** Reads an own property by its whole name; undefined if the value has none. */
export function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  // The fields of a decimal are the library's, and one is a function.
  if (isDecimal(value) || isCalendarTime(value)) return undefined;
  // The line above has checked that the property is an own one.
  return (value as Record<string, unknown>)[name];
}
