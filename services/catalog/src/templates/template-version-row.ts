import type { SourceLibrary } from "@platen/contracts/internal";
import type { MessageTable } from "@platen/formats";
import { EntitySchema } from "typeorm";
import type { SourcePlaces } from "./compose-source.ts";
import { dialectColumn, sourceColumns, type TemplateSource, type WithDialect } from "./template-source.ts";

/** The texts as their author wrote them, of a version whose own are composed with snippets or files. */
export type AuthoredTexts = Pick<TemplateSource, "html" | "css" | "settings">;

/** A published version, with the texts that its documents print. Rows are inserted and never updated. */
export type TemplateVersionRow = TemplateSource &
  WithDialect & {
    versionId: string;
    templateId: string;
    projectId: string;
    version: number;
    /** Null if the texts of the version are its author's. */
    authored: AuthoredTexts | null;
    places: SourcePlaces | null;
    library: SourceLibrary | null;
    /** The texts of both tables that documents of the version may print; null if it prints none. */
    messages: MessageTable | null;
    /** The languages that a request may name; null if it may name any. */
    locales: string[] | null;
    note: string;
    /** Id of the account that published the version; null if no account did. */
    publishedBy: string | null;
    /** Id of the API key that published the version; null if none did. */
    publishedByKey: string | null;
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
    authored: { name: "authored", type: "jsonb", nullable: true },
    places: { name: "places", type: "jsonb", nullable: true },
    library: { name: "library", type: "jsonb", nullable: true },
    messages: { name: "messages", type: "jsonb", nullable: true },
    locales: { name: "locales", type: "text", array: true, nullable: true },
    note: { name: "note", type: "text" },
    publishedBy: { name: "published_by", type: "text", nullable: true },
    publishedByKey: { name: "published_by_key", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
  },
});
