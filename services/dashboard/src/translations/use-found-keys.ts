import { useMemo, useState } from "react";
import { matchingKeys } from "./model/table-rows.ts";
import type { TextTable } from "./model/text-table.ts";

const noFilter = { search: "", isUntranslatedOnly: false };

export type KeyFilter = typeof noFilter;

/** The keys that a filter leaves. Texts that are edited stay in view, although the filter no longer matches. */
export function useFoundKeys(table: TextTable, keys: readonly string[], locales: readonly string[]) {
  const [filter, setFilter] = useState(noFilter);
  const [kept, setKept] = useState<{ locales: readonly string[]; keys: ReadonlySet<string> }>();
  const isFiltered = filter.search !== "" || filter.isUntranslatedOnly;
  if (isFiltered && kept?.locales !== locales) {
    setKept({ locales, keys: new Set(matchingKeys(table, locales, filter)) });
  }
  const found = useMemo(() => {
    if (!isFiltered) return keys;
    const matching = new Set(matchingKeys(table, locales, filter));
    return keys.filter((key) => matching.has(key) || kept?.keys.has(key));
  }, [isFiltered, keys, table, locales, filter, kept]);

  function changeFilter(changes: Partial<KeyFilter>): void {
    const next = { ...filter, ...changes };
    setFilter(next);
    setKept({ locales, keys: new Set(matchingKeys(table, locales, next)) });
  }
  return { filter, isFiltered, found, changeFilter, clearFilter: () => changeFilter(noFilter) };
}
