import { LRUCache } from "lru-cache";
import type { Decimal } from "./decimal.ts";

/** A formatter takes 20 to 130 microseconds to make and half a microsecond to use. */
const formatters = new LRUCache<string, object>({ max: 200 });

function kept<T extends object>(kind: string, locale: string, options: object, create: () => T): T {
  let key = `${kind} ${locale}`;
  // JSON.stringify would take longer than to format a number.
  for (const [name, value] of Object.entries(options)) key += ` ${name} ${value}`;
  const known = formatters.get(key);
  // The key names the kind.
  if (known) return known as T;
  const made = create();
  formatters.set(key, made);
  return made;
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept("number", locale, options, () => new Intl.NumberFormat(locale, options));
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept("date", locale, options, () => new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options }));
}

const latinDigits = new LRUCache<string, boolean>({ max: 200 });

/** A whole number in the digits of a language, without separators and with zeros up to a length. */
export function digits(locale: string, value: number, length: number): string {
  let isLatin = latinDigits.get(locale);
  if (isLatin === undefined) {
    isLatin = numberFormat(locale, {}).resolvedOptions().numberingSystem === "latn";
    latinDigits.set(locale, isLatin);
  }
  if (isLatin) return String(value).padStart(length, "0");
  return numberFormat(locale, { minimumIntegerDigits: length, useGrouping: false }).format(value);
}

/** The plural category of a number. Rules look at the last six digits of a whole number, so a long one needs no others. */
export function pluralCategory(
  locale: string,
  number: Decimal,
  type: Intl.PluralRuleType = "cardinal",
): Intl.LDMLPluralRule {
  const rules = kept("plural", locale, { type }, () => new Intl.PluralRules(locale, { type }));
  return rules.select(Number(number.abs().lt(1e15) ? number : number.abs().mod(1e6).plus(1e6)));
}

export function listFormat(locale: string, options: Intl.ListFormatOptions): Intl.ListFormat {
  return kept("list", locale, options, () => new Intl.ListFormat(locale, options));
}

/** Compares texts in the order of a language; digits in a text count as numbers. */
export function collator(locale: string): Intl.Collator {
  return kept("collator", locale, {}, () => new Intl.Collator(locale, { numeric: true }));
}

export function segmenter(locale: string): Intl.Segmenter {
  return kept("segmenter", locale, {}, () => new Intl.Segmenter(locale, { granularity: "grapheme" }));
}
