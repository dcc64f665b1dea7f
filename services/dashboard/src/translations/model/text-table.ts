import type { TableChanges, TranslationTable } from "@platen/contracts";

/** Texts by language and key, with the language that others fall back to. */
export type TextTable = { defaultLocale: string; languages: TranslationTable };

/** The languages of a table: the default one first, then by name of the tag. */
export function localesOf({ defaultLocale, languages }: TextTable): string[] {
  const others = Object.keys(languages).filter((locale) => locale !== defaultLocale);
  return [defaultLocale, ...others.toSorted((one, other) => (one < other ? -1 : 1))];
}

/** All keys of a table, sorted. */
export function keysOf({ languages }: Pick<TextTable, "languages">): string[] {
  const keys = new Set(Object.values(languages).flatMap((texts) => Object.keys(texts)));
  return [...keys].toSorted((one, other) => (one < other ? -1 : 1));
}

/** A text of a table; undefined if it is not translated. */
export function textOf({ languages }: Pick<TextTable, "languages">, locale: string, key: string): string | undefined {
  const texts = Object.hasOwn(languages, locale) ? languages[locale] : undefined;
  return texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** The changes that make `to` of `from`. */
export function changesBetween(from: TranslationTable, to: TranslationTable): TableChanges {
  const changes: TableChanges = {};
  for (const locale of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [old, now] = [from[locale], to[locale]];
    if (old === now) continue;
    if (now === undefined || old === undefined) {
      changes[locale] = now ?? null;
      continue;
    }
    const texts: Record<string, string | null> = {};
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (old[key] !== now[key]) texts[key] = now[key] ?? null;
    }
    if (Object.keys(texts).length > 0) changes[locale] = texts;
  }
  return changes;
}

/** The changes that give a key another name, or remove it, in every language. */
export function keyChanges(languages: TranslationTable, key: string, newKey: string | undefined): TableChanges {
  return Object.fromEntries(
    Object.entries(languages)
      .filter(([, texts]) => Object.hasOwn(texts, key))
      .map(([locale, texts]) => [
        locale,
        { [key]: null, ...(newKey === undefined ? {} : { [newKey]: texts[key] ?? "" }) },
      ]),
  );
}

export type TableDifference = { added: number; changed: number; removed: number; newLocales: string[] };

/** Counts what differs between the languages before and after an import. */
export function differenceOf(before: TranslationTable, after: TranslationTable): TableDifference {
  const difference: TableDifference = {
    added: 0,
    changed: 0,
    removed: 0,
    newLocales: Object.keys(after).filter((locale) => !Object.hasOwn(before, locale)),
  };
  for (const locale of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[locale] ?? {}, after[locale] ?? {}];
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (!Object.hasOwn(old, key)) difference.added += 1;
      else if (!Object.hasOwn(now, key)) difference.removed += 1;
      else if (old[key] !== now[key]) difference.changed += 1;
    }
  }
  return difference;
}
