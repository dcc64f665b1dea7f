import { EntitySchema } from "typeorm";
import { dialectColumn, sourceColumns, type TemplateSource, type WithDialect } from "./template-source.ts";

/** A published version. Rows are inserted and never updated. */
export type TemplateVersionRow = TemplateSource &
  WithDialect & {
    versionId: string;
    templateId: string;
    projectId: string;
    version: number;
    note: string;
    /** Id of the account that published the version; null if no account did. */
    publishedBy: string | null;
    createdAt: Date;
  };

export const templateVersions = new EntitySchema<TemplateVersionRow>({
  name: "template_version",
  tableName: "template_versions",
  columns: {
    versionId: { name: "version_id", type: "text", primary: true },
    templateId: { name: "template_id", type: "text" },
    projectId: { name: "project_id", type: "text" },
    version: { name: "version", type: "integer" },
    ...sourceColumns,
    ...dialectColumn,
    note: { name: "note", type: "text" },
    publishedBy: { name: "published_by", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
  },
});
