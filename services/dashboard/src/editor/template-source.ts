import type { PageSettings, TranslationTable } from "@platen/contracts";

/** Named sample data, with its JSON exactly as the author wrote it. */
export type DataSet = { name: string; json: string };

/** Everything that the author writes. All views read and change this one source. */
export type TemplateSource = {
  html: string;
  css: string;
  settings: PageSettings;
  dataSets: DataSet[];
  /** The template's own texts by language; undefined if it never had any. */
  translations?: TranslationTable | undefined;
};

/** The texts of a source; `data` is the selected data set. */
export type SourcePartId = "html" | "css" | "header" | "footer" | "data";

/** A position in one text of the source; `offset` counts UTF-16 units. */
export type SourcePosition = { part: SourcePartId; offset: number };
