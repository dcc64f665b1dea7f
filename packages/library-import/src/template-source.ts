import type { ImportFile } from "./files/import-file.ts";
import type { Language } from "./languages/language.ts";
import type { ReportRow } from "./report.ts";

/** A piece of a template that other templates may use too. */
export type ImportedSnippet = { name: string; html: string; css: string };

/** What a set of files says about a template, before its addresses and tags are read. */
export type TemplateSource = {
  system: System;
  name?: string | undefined;
  html: string;
  /** The file with the HTML, from which its addresses count. */
  htmlFile: string;
  css: string;
  language: Language | undefined;
  settings: Record<string, unknown>;
  /** A data set, as JSON. */
  sample?: unknown;
  snippets: ImportedSnippet[];
  files: ImportFile[];
  rows: ReportRow[];
  ownHelpers?: ReadonlySet<string>;
};

/** Where an imported template comes from. */
export type System = "html" | "platen" | "pdfmonkey" | "apitemplate" | "jsreport";
