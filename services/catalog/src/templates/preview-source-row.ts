import type { PageSettings } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import type { MessageTable } from "@platen/formats";
import { EntitySchema } from "typeorm";
import type { SourcePlaces } from "./compose-source.ts";
import { dialectColumn, type WithDialect } from "./template-source.ts";

/** The source of a preview, stored until an hour after its last use. */
export type PreviewSourceRow = WithDialect & {
  sourceId: string;
  projectId: string;
  contentHash: string;
  templateName: string;
  html: string;
  css: string;
  settings: PageSettings;
  places: SourcePlaces | null;
  library: SourceLibrary | null;
  messages: MessageTable | null;
  usedAt: Date;
};

export const previewSources = new EntitySchema<PreviewSourceRow>({
  name: "preview_source",
  tableName: "preview_sources",
  columns: {
    sourceId: { name: "source_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    contentHash: { name: "content_hash", type: "text" },
    templateName: { name: "template_name", type: "text" },
    html: { name: "html", type: "text" },
    css: { name: "css", type: "text" },
    settings: { name: "settings", type: "jsonb" },
    ...dialectColumn,
    places: { name: "places", type: "jsonb", nullable: true },
    library: { name: "library", type: "jsonb", nullable: true },
    messages: { name: "messages", type: "jsonb", nullable: true },
    usedAt: { name: "used_at", type: "timestamptz", precision: 3, default: () => "now()" },
  },
});
