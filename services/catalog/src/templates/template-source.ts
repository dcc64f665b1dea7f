import type { PageSettings } from "@platen/contracts";
import type { EntitySchemaColumnOptions } from "typeorm";

/** The parts of a template that documents are made from, as drafts and versions store them. */
export type StoredSource = {
  html: string;
  css: string;
  settings: PageSettings;
  /** JSON text, as it was given. */
  sampleData: string;
};

export const sourceColumns = {
  html: { name: "html", type: "text" },
  css: { name: "css", type: "text" },
  settings: { name: "settings", type: "jsonb" },
  sampleData: { name: "sample_data", type: "text" },
} as const satisfies Record<keyof StoredSource, EntitySchemaColumnOptions>;

/** The source as the API shows it: sample data is an object there. */
export type ShownSource = Omit<StoredSource, "sampleData"> & { sampleData: Record<string, unknown> };

export function toStoredSource({ html, css, settings, sampleData }: ShownSource): StoredSource {
  return { html, css, settings, sampleData: JSON.stringify(sampleData) };
}

export function toShownSource({ html, css, settings, sampleData }: StoredSource): ShownSource {
  // Only objects that the API took are ever stored here.
  return { html, css, settings, sampleData: JSON.parse(sampleData) as Record<string, unknown> };
}
