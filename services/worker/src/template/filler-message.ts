import type { FailureCode, FailureDetail } from "@platen/engine/failure";

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
  /** The data as JSON, which is read in the thread. */
  dataJson: string;
};

export type TemplateText = Pick<FillRequest, "html" | "css">;

/** A thread keeps sources, so what it has been sent before is left out. */
export type FillMessage = Omit<FillRequest, keyof TemplateText> & { source: TemplateText | undefined };

export type FilledTemplate = {
  html: string;
  header: string | undefined;
  footer: string | undefined;
};

/** How a thread answers: errors lose their class on the way between threads, so a failure travels as plain fields. */
export type FillReply =
  | { ok: true; filled: FilledTemplate }
  /** The source was left out, but is not kept any more. */
  | { ok: false; needsSource: true }
  | {
      ok: false;
      needsSource: false;
      failure: { code: FailureCode; message: string; details: FailureDetail[] | undefined };
    };

/** What a thread says: without a reply once, when it has started and can be given work. */
export type ThreadMessage = {
  reply: FillReply | undefined;
  /** Processor time that the thread has used since it was started. */
  processorMs: number;
};

export type FillerThreadOptions = { maxOutputLength: number; maxCachedTemplates: number; maxCachedLength: number };
