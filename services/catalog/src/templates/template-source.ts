import type { DataSet, PageSettings } from "@platen/contracts";
import type { EntitySchemaColumnOptions } from "typeorm";

/** What drafts and versions consist of. */
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

/** The source without what else its row has. */
export function toSource({ html, css, settings, dataSets }: TemplateSource): TemplateSource {
  return { html, css, settings, dataSets };
}
