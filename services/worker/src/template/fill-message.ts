import type { PreparedHtml } from "@platen/engine";
import type { DataIssue, Failure } from "@platen/contracts";
import type { MessageTable } from "@platen/formats";
import type { Dialect } from "@platen/mustache";

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
  /** BCP 47. Formats follow it too. */
  language: string | undefined;
  dialect: Dialect;
  /** For the formats of the template: IANA and ISO 4217. */
  timeZone: string;
  currency: string | undefined;
  /** The texts of translations, for a template that prints any. */
  messages?: MessageTable | undefined;
  /** The data as JSON, which the process parses. */
  dataJson: string;
};

/** The reply of a process. Errors lose their class between processes, so a failure travels as plain fields. */
export type FillReply = { ok: true; document: PreparedHtml; issues: DataIssue[] } | { ok: false; failure: Failure };

export type FillSettings = { maxOutputLength: number; maxCachedTemplates: number; maxCachedLength: number };
