import { isCalendarTime, toUtcDate } from "./calendar-time.ts";
import { toComparable, type Decimal } from "./decimal.ts";
import { collator } from "./intl.ts";
import { textOf } from "./text-of.ts";

/**
 * Whether two values are the same: as numbers if both are numbers, so that 1.10 is 1.1, else as texts. A missing value is
 * the same as null.
 */
export function areSame(one: unknown, other: unknown): boolean {
  if (one === other || (isMissing(one) && isMissing(other))) return true;
  // A text is the same as a number of the same value, but two texts must be equal letter by letter.
  if (typeof one !== "string" || typeof other !== "string") {
    const [left, right] = [toComparable(one), toComparable(other)];
    if (left && right) return left.eq(right);
  }
  const text = textOf(one);
  return text !== undefined && text === textOf(other);
}

const isMissing = (value: unknown) => value === undefined || value === null;

/** A value, read once for many comparisons. */
export type SortKey =
  | { rank: 0; number: Decimal }
  | { rank: 1; text: string; moment: number | undefined }
  /** Lists and objects have no order. */
  | { rank: 2 };

/** Reads a number, a decimal text, a date or another text for comparisons. */
export function sortKeyOf(value: unknown): SortKey {
  const number = toComparable(value);
  if (number) return { rank: 0, number };
  const text = textOf(value);
  if (text === undefined) return { rank: 2 };
  return { rank: 1, text, moment: isCalendarTime(value) ? toUtcDate(value).getTime() : undefined };
}

/** Orders two keys: numbers by value, then texts in the order of the language, then what has no order. */
export function compareKeys(one: SortKey, other: SortKey, locale: string): number {
  if (one.rank === 0 && other.rank === 0) return one.number.cmp(other.number);
  if (one.rank === 1 && other.rank === 1) {
    if (one.moment !== undefined && other.moment !== undefined) return one.moment - other.moment;
    return collator(locale).compare(one.text, other.text);
  }
  return one.rank - other.rank;
}

/** Orders two numbers or two texts; undefined for others, because a text is neither over nor under a number. */
export function compareValues(one: unknown, other: unknown, locale: string): number | undefined {
  const [left, right] = [sortKeyOf(one), sortKeyOf(other)];
  return left.rank === right.rank && left.rank !== 2 ? compareKeys(left, right, locale) : undefined;
}
