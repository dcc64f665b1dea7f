import type { TranslationTable } from "@platen/contracts";
import { localeChain, type MessageTable } from "@platen/formats";
import { keysOf, textOf } from "../../translations/model/text-table.ts";

/** The texts of a template: its own, and those of the project below them. */
export type TwoTables = { own: TranslationTable; project: TranslationTable; defaultLocale: string };

/** A text, with the table that has it. The template's own comes first. */
export type FoundText = { text: string; table: "template" | "project" };

/** The text of a key in exactly this language. */
export function findText({ own, project }: TwoTables, locale: string, key: string): FoundText | undefined {
  const mine = textOf({ languages: own }, locale, key);
  if (mine !== undefined) return { text: mine, table: "template" };
  const shared = textOf({ languages: project }, locale, key);
  return shared === undefined ? undefined : { text: shared, table: "project" };
}

/** All languages, the default one first. */
export function languagesOf({ own, project, defaultLocale }: TwoTables): string[] {
  const others = new Set([...Object.keys(own), ...Object.keys(project)]);
  others.delete(defaultLocale);
  return [defaultLocale, ...[...others].toSorted()];
}

/** All keys of both tables, sorted. */
export function allKeys({ own, project }: TwoTables): string[] {
  return [...new Set([...keysOf({ languages: own }), ...keysOf({ languages: project })])].toSorted();
}

/** Both tables as one, as documents use them. */
export function mergeTables(tables: TwoTables): MessageTable {
  const { own, project, defaultLocale } = tables;
  const languages = languagesOf(tables).map((locale) => [locale, { ...project[locale], ...own[locale] }]);
  return { defaultLocale, languages: Object.fromEntries(languages) };
}

/** The text that a document prints for a key, and the language to which a change of this text belongs. */
export type ShownText = FoundText & { locale: string; target: string };

/**
 * Finds what a document in a language prints for a key. A text that is printed in the default language for want of a
 * translation is translated by a change, so that the target is then the document's language.
 */
export function shownText(tables: TwoTables, locale: string, key: string): ShownText | undefined {
  for (const language of localeChain(locale, tables.defaultLocale)) {
    const found = findText(tables, language, key);
    if (!found) continue;
    const isSameLanguage = language.split("-")[0] === locale.split("-")[0];
    const isKnown = languagesOf(tables).includes(locale);
    return { ...found, locale: language, target: isSameLanguage || !isKnown ? language : locale };
  }
  return undefined;
}
