import { instant, integer, nullable, text, texts, table, type RowOf } from "../database/table.ts";
import { dialectColumn, sourceColumns } from "./template-source.ts";

export const templateDrafts = table("template_drafts", {
  templateId: text({ primary: true }),
  projectId: text(),
  ...sourceColumns,
  ...dialectColumn,
  /** The names of the snippets that it names itself. */
  snippets: texts({ default: [] }),
  /** Counts the saves. Each save must name the revision it is based on. */
  revision: integer({ default: 1 }),
  /** Id of the account that saved the draft last; null if no account did. */
  savedBy: nullable(text()),
  updatedAt: instant({ default: () => "now()" }),
});

export type TemplateDraftRow = RowOf<typeof templateDrafts>;
