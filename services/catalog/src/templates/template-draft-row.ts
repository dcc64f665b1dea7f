import { EntitySchema } from "typeorm";
import { dialectColumn, sourceColumns, type TemplateSource, type WithDialect } from "./template-source.ts";

export type TemplateDraftRow = TemplateSource &
  WithDialect & {
    templateId: string;
    projectId: string;
    /** The names of the snippets that it names itself. */
    snippets: string[];
    /** Counts the saves. Each save must name the revision it is based on. */
    revision: number;
    /** Id of the account that saved the draft last; null if no account did. */
    savedBy: string | null;
    updatedAt: Date;
  };

export const templateDrafts = new EntitySchema<TemplateDraftRow>({
  name: "template_draft",
  tableName: "template_drafts",
  columns: {
    templateId: { name: "template_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    ...sourceColumns,
    ...dialectColumn,
    snippets: { name: "snippets", type: "text", array: true, default: [] },
    revision: { name: "revision", type: "integer", default: 1 },
    savedBy: { name: "saved_by", type: "text", nullable: true },
    updatedAt: { name: "updated_at", type: "timestamptz", precision: 3, default: () => "now()" },
  },
});
