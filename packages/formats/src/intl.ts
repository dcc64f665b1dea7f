import { LRUCache } from "lru-cache";

/** A formatter takes 20 to 130 microseconds to make and half a microsecond to use. */
const formatters = new LRUCache<string, object>({ max: 200 });

function kept<T extends object>(kind: string, locale: string, options: object, create: () => T): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
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

export function pluralRules(locale: string, type: Intl.PluralRuleType = "cardinal"): Intl.PluralRules {
  return kept("plural", locale, { type }, () => new Intl.PluralRules(locale, { type }));
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
