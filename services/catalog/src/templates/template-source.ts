import type { DataSet, PageSettings } from "@platen/contracts";
import type { Dialect } from "@platen/mustache";
import type { EntitySchemaColumnOptions } from "typeorm";

/** The content of drafts and versions. */
export type TemplateSource = {
  html: string;
  css: string;
  settings: PageSettings;
  dataSets: DataSet[];
};

export const sourceColumns = {
  html: { name: "html", type: "text" },
  css: { name: "css", type: "text" },
  settings: { name: "settings", type: "jsonb" },
  dataSets: { name: "data_sets", type: "jsonb" },
} as const satisfies Record<keyof TemplateSource, EntitySchemaColumnOptions>;

/** What the text of a tag means in a draft, a version or a preview. */
export type WithDialect = { dialect: Dialect };

export const dialectColumn = {
  dialect: { name: "dialect", type: "smallint", default: 1 },
} as const satisfies Record<keyof WithDialect, EntitySchemaColumnOptions>;

/** The dialect of what is saved now. */
export const currentDialect: Dialect = 2;

/** Picks the source from a row. */
export function toSource({ html, css, settings, dataSets }: TemplateSource): TemplateSource {
  return { html, css, settings, dataSets };
}
