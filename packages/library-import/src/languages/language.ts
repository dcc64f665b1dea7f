import type { Edit } from "../edits.ts";
import type { ReportRow } from "../report.ts";

/** Languages of templates that are rewritten. */
export const languages = ["liquid", "jinja", "handlebars", "carbone", "blade"] as const;
export type Language = (typeof languages)[number];

/** The edits that turn the tags of a text into Mustache, and the report about each. */
export type Rewritten = { edits: Edit[]; rows: ReportRow[] };

/** Facts about a template beside its text. */
export type RewriteOptions = {
  /** Data of the kind that fills the template: they say which names are lists. */
  sample?: unknown;
  /** The file with the text, for the report. */
  file?: string;
  /** Names of functions that the export brings, whose meaning is not that of the usual ones. */
  ownHelpers?: ReadonlySet<string>;
  /** Names of snippets that the export brings. */
  snippets?: ReadonlySet<string>;
};
