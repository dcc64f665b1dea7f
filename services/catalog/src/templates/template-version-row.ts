import type { SourceLibrary } from "@platen/contracts/internal";
import type { MessageTable } from "@platen/formats";
import type { BrandPins } from "@platen/library";
import { instant, integer, json, nullable, text, texts, table, type RowOf } from "../database/table.ts";
import type { SourcePlaces } from "./compose-source.ts";
import { dialectColumn, sourceColumns, type TemplateSource } from "./template-source.ts";

/** The texts as their author wrote them, of a version whose own are composed with snippets or files. */
export type AuthoredTexts = Pick<TemplateSource, "html" | "css" | "settings">;

export const templateVersions = table("template_versions", {
  versionId: text({ primary: true }),
  templateId: text(),
  projectId: text(),
  version: integer(),
  ...sourceColumns,
  ...dialectColumn,
  /** Null if the texts of the version are its author's. */
  authored: nullable(json<AuthoredTexts>()),
  places: nullable(json<SourcePlaces>()),
  library: nullable(json<SourceLibrary>()),
  /** What it took from the brand; null if that is nothing. */
  brand: nullable(json<BrandPins>()),
  /** The texts of both tables that documents of the version may print; null if it prints none. */
  messages: nullable(json<MessageTable>()),
  /** The languages that a request may name; null if it may name any. */
  locales: nullable(texts()),
  note: text(),
  /** Id of the account that published the version; null if no account did. */
  publishedBy: nullable(text()),
  /** Id of the API key that published the version; null if none did. */
  publishedByKey: nullable(text()),
  createdAt: instant({ createDate: true }),
});

/** A published version, with the texts that its documents print. Rows are inserted and never updated. */
export type TemplateVersionRow = RowOf<typeof templateVersions>;
