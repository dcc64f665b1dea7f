import { sortedTexts, type DataSet, type PageSettings, type TranslationTable } from "@platen/contracts";
import type { Dialect } from "@platen/mustache";
import type { EntitySchemaColumnOptions } from "typeorm";

/** The content of drafts and versions. */
export type TemplateSource = {
  html: string;
  css: string;
  settings: PageSettings;
  dataSets: DataSet[];
  /** The template's own texts. */
  translations: TranslationTable;
};

export const sourceColumns = {
  html: { name: "html", type: "text" },
  css: { name: "css", type: "text" },
  settings: { name: "settings", type: "jsonb" },
  dataSets: { name: "data_sets", type: "jsonb" },
  translations: { name: "translations", type: "jsonb", default: {} },
} as const satisfies Record<keyof TemplateSource, EntitySchemaColumnOptions>;

/** What the text of a tag means in a draft, a version or a preview. */
export type WithDialect = { dialect: Dialect };

export const dialectColumn = {
  dialect: { name: "dialect", type: "smallint", default: 1 },
} as const satisfies Record<keyof WithDialect, EntitySchemaColumnOptions>;

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
