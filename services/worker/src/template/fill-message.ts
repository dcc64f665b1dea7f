import type { FailureCode, FailureDetail } from "@platen/engine/failure";

/** A template, its data, and settings of the document. */
export type FillRequest = {
  /** Id of the immutable source. A thread keeps the compiled source under it. */
  sourceId: string;
  html: string;
  css: string;
  header: string | undefined;
  footer: string | undefined;
  title: string;
  language: string | undefined;
  /** The data as JSON, which the thread parses. */
  dataJson: string;
};

export type TemplateText = Pick<FillRequest, "html" | "css">;

/** The message to a thread. The source is left out if the thread has received it before. */
export type FillMessage = Omit<FillRequest, keyof TemplateText> & { source: TemplateText | undefined };

export type FilledTemplate = {
  html: string;
  header: string | undefined;
  footer: string | undefined;
};

/** The reply of a thread. Errors lose their class between threads, so a failure travels as plain fields. */
export type FillReply =
  | { ok: true; filled: FilledTemplate }
  /** The message has no source, and the thread does not keep it any more. */
  | { ok: false; needsSource: true }
  | {
      ok: false;
      needsSource: false;
      failure: { code: FailureCode; message: string; details: FailureDetail[] | undefined };
    };

/** A message from a thread. The first one, after its start, has no reply. */
export type ThreadMessage = {
  reply: FillReply | undefined;
  /** Processor time that the thread has used since its start. */
  processorMs: number;
};

export type FillerThreadOptions = { maxOutputLength: number; maxCachedTemplates: number; maxCachedLength: number };
