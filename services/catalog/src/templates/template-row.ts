import { instant, integer, nullable, text, texts, table, type RowOf } from "../database/table.ts";

export const templates = table("templates", {
  templateId: text({ primary: true }),
  projectId: text(),
  name: text(),
  description: text(),
  tags: texts(),
  /** Number of the current version; null before the first publication. */
  currentVersion: nullable(integer()),
  createdAt: instant({ createDate: true }),
  updatedAt: instant({ default: () => "now()" }),
});

export type TemplateRow = RowOf<typeof templates>;
