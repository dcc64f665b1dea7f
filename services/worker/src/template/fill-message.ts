import type { PreparedHtml } from "@platen/engine";
import type { Failure, MissingData } from "@platen/contracts";

/** A template, its data, and settings of the document. */
export type FillRequest = {
  /** The account of the document: a template that takes long delays no other account. */
  accountId: string;
  /** Id of the immutable source. A process keeps the compiled source under it. */
  sourceId: string;
  html: string;
  css: string;
  header: string | undefined;
  footer: string | undefined;
  title: string;
  language: string | undefined;
  /** The data as JSON, which the process parses. */
  dataJson: string;
};

/** The reply of a process. Errors lose their class between processes, so a failure travels as plain fields. */
export type FillReply = { ok: true; document: PreparedHtml; missing: MissingData[] } | { ok: false; failure: Failure };

export type FillSettings = { maxOutputLength: number; maxCachedTemplates: number; maxCachedLength: number };
