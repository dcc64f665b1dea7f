import { sortedTexts, type DataSet, type PageSettings, type TranslationTable } from "@platen/contracts";
import type { Dialect } from "@platen/mustache";
import { json, smallint, text, type ValuesOf } from "../database/table.ts";

export const sourceColumns = {
  html: text(),
  css: text(),
  settings: json<PageSettings>(),
  dataSets: json<DataSet[]>(),
  /** The template's own texts. */
  translations: json<TranslationTable>({ default: {} }),
};

/** The content of drafts and versions. */
export type TemplateSource = ValuesOf<typeof sourceColumns>;

/** What the text of a tag means in a draft, a version or a preview. */
export const dialectColumn = { dialect: smallint<Dialect>({ default: 1 }) };
export type WithDialect = ValuesOf<typeof dialectColumn>;

/** The dialect of what is saved now. */
export const currentDialect: Dialect = 2;

/** Picks the source from a row. */
export function toSource({ html, css, settings, dataSets, translations }: TemplateSource): TemplateSource {
  return { html, css, settings, dataSets, translations: sortedTable(translations) };
}

/** The database sorts keys by their lengths. */
function sortedTable(table: TranslationTable): TranslationTable {
  const languages = Object.entries(table).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(languages.map(([language, texts]) => [language, sortedTexts(Object.entries(texts))]));
}
