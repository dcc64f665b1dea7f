import type { PageSettings } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import type { MessageTable } from "@platen/formats";
import { instant, json, nullable, text, table } from "../database/table.ts";
import type { SourcePlaces } from "./compose-source.ts";
import { dialectColumn } from "./template-source.ts";

/** The source of a preview, stored until an hour after its last use. */
export const previewSources = table("preview_sources", {
  sourceId: text({ primary: true }),
  projectId: text(),
  contentHash: text(),
  templateName: text(),
  html: text(),
  css: text(),
  settings: json<PageSettings>(),
  ...dialectColumn,
  places: nullable(json<SourcePlaces>()),
  library: nullable(json<SourceLibrary>()),
  messages: nullable(json<MessageTable>()),
  usedAt: instant({ default: () => "now()" }),
});
