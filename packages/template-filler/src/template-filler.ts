import { dataIssue, fontReplaced, glyphMissing, type Warning } from "@platen/contracts";
import type { PreparedHtml } from "@platen/engine";
import { abortedError, RenderError, toError } from "@platen/engine/failure";
import { createProcessPool, isTaskEnded, type ProcessPoolOptions } from "@platen/process-pool";
import type { Filled, FillReply, FillRequest, FillSettings } from "./fill-message.ts";

/** The limits of each process, and of the text that it gives. */
export type TemplateFillerOptions = Omit<ProcessPoolOptions, "module" | "settings"> & {
  maxOutputBytes: number;
  /** Total size of the compiled sources that each process keeps, in characters. */
  maxKeptLength?: number;
  /** The engine's file about its fonts. Without it, no warnings about fonts are given. */
  knownFontsPath?: string | undefined;
};

/** A document for the engine, with the warnings about its data and its fonts. */
export type FilledTemplate = PreparedHtml & { warnings: Warning[]; filename?: string | undefined };

export type TemplateFiller = {
  /** Fills a template, and prepares the document for the engine. */
  fillTemplate(request: FillRequest, signal: AbortSignal): Promise<FilledTemplate>;
  close(): Promise<void>;
};

/**
 * Fills Mustache templates in processes of their own. A template that takes too much time or memory costs its process,
 * which is replaced, and never blocks or ends the worker.
 */
export function createTemplateFiller({
  maxOutputBytes,
  maxKeptLength = 50_000_000,
  knownFontsPath,
  ...options
}: TemplateFillerOptions): TemplateFiller {
  const settings: FillSettings = {
    maxOutputLength: maxOutputBytes,
    maxCachedTemplates: 500,
    maxCachedLength: maxKeptLength,
    knownFontsPath,
  };
  const pool = createProcessPool<FillRequest, FillReply>({
    ...options,
    module: new URL("./fill-process.ts", import.meta.url),
    settings,
  });
  return {
    async fillTemplate(request, signal) {
      const reply = await pool.run(request, { holder: request.holder, signal }).catch((error: unknown) => {
        throw signal.aborted ? abortedError(signal, "template") : toRenderError(error);
      });
      if (reply.ok) return { ...reply.document, warnings: warningsOf(reply), filename: reply.filename };
      throw toError(reply.failure);
    },
    close: () => pool.close(),
  };
}

function toRenderError(error: unknown): unknown {
  if (!isTaskEnded(error)) return error;
  switch (error.reason) {
    case "time": {
      const detail = error.message.replace("The task", "Filling the template");
      return new RenderError("render_timeout", { stage: "template", retryable: false, detail });
    }
    case "memory": {
      const detail = "Filling the template used too much memory. Send less data or simplify the template.";
      return new RenderError("document_too_large", { stage: "template", detail });
    }
    case "crash":
      return new RenderError("unknown", { stage: "template", cause: error });
    case "closed":
      return new RenderError("cancelled", { stage: "template" });
    default:
      return error.reason satisfies never;
  }
}

function warningsOf({ issues, lackingCharacters, replacedFonts }: Filled): Warning[] {
  return [
    ...issues.map(dataIssue),
    ...(lackingCharacters.length > 0 ? [glyphMissing(lackingCharacters)] : []),
    ...replacedFonts.map(fontReplaced),
  ];
}
