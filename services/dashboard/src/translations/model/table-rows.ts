import { keysOf, textOf, type TextTable } from "./text-table.ts";

export type TableFilter = {
  /** Words that a key or a text contains. */
  search: string;
  /** Whether only keys are shown that lack a text in a shown language. */
  isUntranslatedOnly: boolean;
};

/** A heading for keys that begin with the same step, or a key. */
export type TableRow = { kind: "group"; name: string; count: number } | { kind: "key"; key: string };

/** Whether a key lacks a text in one of the languages. */
export function isUntranslated(table: TextTable, key: string, locales: readonly string[]): boolean {
  return locales.some((locale) => textOf(table, locale, key) === undefined);
}

/** The keys that match a filter. */
export function matchingKeys(table: TextTable, locales: readonly string[], filter: TableFilter): string[] {
  const search = filter.search.toLowerCase();
  return keysOf(table).filter((key) => {
    if (filter.isUntranslatedOnly && !isUntranslated(table, key, locales)) return false;
    if (search === "" || key.toLowerCase().includes(search)) return true;
    return locales.some((locale) => textOf(table, locale, key)?.toLowerCase().includes(search));
  });
}

/** Sorted keys as rows: those that share their first step under a heading. Keys of one step come first. */
export function rowsOf(keys: readonly string[]): TableRow[] {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const name = key.includes(".") ? key.slice(0, key.indexOf(".")) : "";
    const group = groups.get(name);
    if (group) group.push(key);
    else groups.set(name, [key]);
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, inside]): TableRow[] => [
      ...(name === "" ? [] : [{ kind: "group" as const, name, count: inside.length }]),
      ...inside.map((key) => ({ kind: "key" as const, key })),
    ]);
}

/** The number of keys that each language has a text for. */
export function translatedCounts(table: TextTable): ReadonlyMap<string, number> {
  return new Map(Object.entries(table.languages).map(([locale, texts]) => [locale, Object.keys(texts).length]));
}

/** A text to translate: the next after a cell, in the order of the rows. After the last, and without a cell, the first. */
export function nextUntranslated(
  table: TextTable,
  { keys, locales }: { keys: readonly string[]; locales: readonly string[] },
  from: { key: string; locale: string } | undefined,
): { key: string; locale: string } | undefined {
  const start = from
    ? Math.max(0, keys.indexOf(from.key)) * locales.length + Math.max(0, locales.indexOf(from.locale))
    : -1;
  const count = keys.length * locales.length;
  for (let step = 1; step <= count; step += 1) {
    const index = (start + step) % count;
    const [key, locale] = [keys[Math.floor(index / locales.length)], locales[index % locales.length]];
    if (key === undefined || locale === undefined || (key === from?.key && locale === from.locale)) continue;
    if (textOf(table, locale, key) === undefined) return { key, locale };
  }
  return undefined;
}
