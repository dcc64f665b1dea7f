import { isCalendarTime, toUtcDate } from "./calendar-time.ts";
import { toDecimal } from "./decimal.ts";
import { collator } from "./intl.ts";
import { textOf } from "./text-of.ts";

/** Whether two values are the same: as numbers if both are numbers, so that 1.10 is 1.1, else as texts. */
export function areSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // A text is the same as a number of the same value, but two texts must be equal letter by letter.
  if (typeof one !== "string" || typeof other !== "string") {
    const [left, right] = [toDecimal(one), toDecimal(other)];
    if (left && right) return left.eq(right);
  }
  const text = textOf(one);
  return text !== undefined && text === textOf(other);
}

/**
 * Orders two values: numbers and decimal texts by value, other texts in the order of the language. Returns undefined for
 * values that have no order.
 */
export function compareValues(one: unknown, other: unknown, locale: string): number | undefined {
  const [left, right] = [toDecimal(one), toDecimal(other)];
  if (left && right) return left.cmp(right);
  if (isCalendarTime(one) && isCalendarTime(other)) return toUtcDate(one).getTime() - toUtcDate(other).getTime();
  const [text, otherText] = [textOf(one), textOf(other)];
  if (text === undefined || otherText === undefined) return undefined;
  return collator(locale).compare(text, otherText);
}
