import { outputs, Problem, writeWarningsHeader, type Output } from "@platen/contracts";
import { documentFileName } from "@platen/contracts/file-name";
import { Reply } from "@platen/http";
import type { CompletedDocument } from "@platen/queue";
import { reprDigest } from "../contents/repr-digest.ts";
import { contentDisposition } from "./content-disposition.ts";

export type Timings = { queueMs: number; renderMs: number; totalMs: number };

/** The times that the answer reports: in JSON and in `Server-Timing`. */
export function timingsOf(reply: CompletedDocument, requestedAt: number): Timings {
  return { queueMs: reply.queueMs, renderMs: reply.renderMs, totalMs: Date.now() - requestedAt };
}

function serverTiming({ queueMs, renderMs, totalMs }: Timings): string {
  return `queue;dur=${queueMs}, render;dur=${renderMs}, total;dur=${totalMs}`;
}

/** Writes the headers that a document's answer has in both its forms, file and JSON. */
export function documentHeaders(reply: CompletedDocument, timings: Timings): Record<string, string> {
  const warnings = writeWarningsHeader(reply.warnings);
  return {
    "Platen-Document-Id": reply.documentId,
    "Server-Timing": serverTiming(timings),
    ...(warnings !== undefined && { "Platen-Warnings": warnings }),
  };
}

/** The pieces of a PDF. If Redis fails before the last one, the caller is told the problem. */
export async function* piecesOf(pdf: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pdf;
  } catch (cause) {
    throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
  }
}

/** Creates the answer in the form of a file. */
export function fileReply(
  reply: CompletedDocument,
  options: {
    output: Output;
    disposition: "attachment" | "inline";
    filename: string | undefined;
    templateName: string;
    requestedAt: number;
    headers?: Record<string, string>;
  },
): Reply {
  const filename = documentFileName(options.output, options.filename, options.templateName);
  const { pdf, sizeBytes, sha256, engine } = reply;
  return new Reply({
    ...(pdf instanceof Uint8Array ? { bytes: pdf } : { pieces: { sizeBytes, content: piecesOf(pdf) } }),
    headers: {
      "Content-Type": outputs[options.output].type,
      "Content-Disposition": contentDisposition(options.disposition, filename),
      "Platen-Page-Count": String(reply.pageCount),
      ...reprDigest(sha256),
      ...(engine !== undefined && { "Platen-Engine": engine }),
      ...documentHeaders(reply, timingsOf(reply, options.requestedAt)),
      ...options.headers,
    },
  });
}
