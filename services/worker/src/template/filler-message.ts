import type { FailureCode, FailureDetail } from "../failure/render-error.ts";

/** What a document is filled from. */
export type FillRequest = {
  /** Id of the immutable source; its compiled form is kept under it. */
  sourceId: string;
  html: string;
  css: string;
  header: string | undefined;
  footer: string | undefined;
  title: string;
  language: string | undefined;
  data: unknown;
};

export type FilledTemplate = {
  html: string;
  header: string | undefined;
  footer: string | undefined;
};

/** How a thread answers: errors lose their class on the way between threads, so a failure travels as plain fields. */
export type FillReply =
  | { ok: true; filled: FilledTemplate }
  | { ok: false; failure: { code: FailureCode; message: string; details: FailureDetail[] | undefined } };

export type FillerThreadOptions = { maxOutputLength: number; maxCachedTemplates: number; maxCachedLength: number };
