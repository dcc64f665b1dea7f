import { Reply } from "@platen/http";
import type { CompletedDocument } from "@platen/queue";
import { contentDisposition, pdfFilename } from "./content-disposition.ts";
import { piecesOf } from "./pdf-pieces.ts";

export type Timings = { queueMs: number; renderMs: number; totalMs: number };

/** Where the time went, as handlers report it and `Server-Timing` shows it. */
export function timingsOf(reply: CompletedDocument, requestedAt: number): Timings {
  return { queueMs: reply.queueMs, renderMs: reply.renderMs, totalMs: Date.now() - requestedAt };
}

export function serverTiming({ queueMs, renderMs, totalMs }: Timings): string {
  return `queue;dur=${queueMs}, render;dur=${renderMs}, total;dur=${totalMs}`;
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
      "Platen-Document-Id": reply.documentId,
      "Platen-Page-Count": String(reply.pageCount),
      "Server-Timing": serverTiming(timingsOf(reply, options.requestedAt)),
      ...options.headers,
    },
  });
}
