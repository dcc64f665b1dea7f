import { writeWarningsHeader } from "@platen/contracts";
import { Reply } from "@platen/http";
import type { CompletedDocument } from "@platen/queue";
import { contentDisposition, pdfFilename } from "./content-disposition.ts";
import { piecesOf } from "./pdf-pieces.ts";

export type Timings = { queueMs: number; renderMs: number; totalMs: number };

/** Where the time went, as handlers report it and `Server-Timing` shows it. */
export function timingsOf(reply: CompletedDocument, requestedAt: number): Timings {
  return { queueMs: reply.queueMs, renderMs: reply.renderMs, totalMs: Date.now() - requestedAt };
}

function serverTiming({ queueMs, renderMs, totalMs }: Timings): string {
  return `queue;dur=${queueMs}, render;dur=${renderMs}, total;dur=${totalMs}`;
}

/** The headers of a document's answer, whether it is the PDF or JSON. */
export function documentHeaders(reply: CompletedDocument, timings: Timings): Record<string, string> {
  const warnings = writeWarningsHeader(reply.warnings);
  return {
    "Platen-Document-Id": reply.documentId,
    "Server-Timing": serverTiming(timings),
    ...(warnings !== undefined && { "Platen-Warnings": warnings }),
  };
}

/** The answer that is the PDF itself. */
export function pdfReply(
  reply: CompletedDocument,
  options: {
    disposition: "attachment" | "inline";
    filename: string | undefined;
    templateName: string;
    requestedAt: number;
    headers?: Record<string, string>;
  },
): Reply {
  const filename = pdfFilename(options.filename, options.templateName);
  const { pdf, sizeBytes } = reply;
  return new Reply({
    ...(pdf instanceof Uint8Array ? { bytes: pdf } : { pieces: { sizeBytes, content: piecesOf(pdf) } }),
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": contentDisposition(options.disposition, filename),
      "Platen-Page-Count": String(reply.pageCount),
      ...documentHeaders(reply, timingsOf(reply, options.requestedAt)),
      ...options.headers,
    },
  });
}
