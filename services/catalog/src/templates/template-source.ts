import type { DataSet, PageSettings } from "@platen/contracts";
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

/** Picks the source from a row. */
export function toSource({ html, css, settings, dataSets }: TemplateSource): TemplateSource {
  return { html, css, settings, dataSets };
}
