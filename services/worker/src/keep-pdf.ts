import { crc32 } from "node:zlib";
import { TransportError, type Transport } from "@platen/client";
import { createId } from "@platen/contracts";
import { putDocumentContent } from "@platen/contracts/internal";
import { isRenderError, RenderError } from "@platen/engine/failure";
import type { DocumentJobData } from "@platen/queue";
import { tracing } from "@platen/telemetry";
import { isRefusedByAll } from "./render-failures.ts";

/** A catalog that takes longer for a PDF hangs, unless the PDF is large. Its storage may need several attempts. */
const timeoutMs = 10_000;
const largeBytes = 10_000_000;
const largeTimeoutMs = 20_000;

/** Names a kept PDF in the outcome of its document. */
export type NamedContent = { contentId: string; crc32: number };

/**
 * Keeps the PDF of a job whose request asks for it. Resolves when it is kept: for a document that no caller waits for,
 * with what its outcome must name. Until this outcome the PDF does not count as kept.
 */
export type KeepPdf = (
  job: Pick<DocumentJobData, "documentId" | "grant" | "requestId" | "lane" | "request">,
  printed: { pdf: Uint8Array; sha256: string },
  signal: AbortSignal,
) => Promise<NamedContent | undefined>;

function isTimeout(error: unknown): error is TransportError {
  return error instanceof TransportError && error.failure === "timeout";
}

/** Sends PDFs to the catalog, which alone knows where they are kept. The job's grant opens this one document. */
export function createKeepPdf(catalog: Pick<Transport, "call">): KeepPdf {
  return async function keepPdf({ documentId, grant, requestId, lane, request }, { pdf, sha256 }, signal) {
    const headers = { authorization: `Bearer ${grant}`, "x-request-id": requestId, ...tracing.carrier() };
    const isLarge = pdf.byteLength > largeBytes;

    async function put(): Promise<NamedContent | undefined> {
      // A catalog that hung may still write under the id that it was given.
      const content = lane === "background" ? { contentId: createId("content"), crc32: crc32(pdf) } : undefined;
      const query = { output: request.output, ...(content && { contentId: content.contentId, sha256 }) };
      const call = { headers, timeoutMs: isLarge ? largeTimeoutMs : timeoutMs, signal };
      await tracing.span({ name: putDocumentContent.operationId, kind: "client" }, () =>
        catalog.call(putDocumentContent, { params: { documentId }, query, bytes: pdf }, call),
      );
      return content;
    }

    let hung: TransportError | undefined;
    try {
      return await put().catch((error: unknown) => {
        if (isLarge || !isTimeout(error)) throw error;
        hung = error;
        // On a new connection, which may lead to another catalog.
        return put();
      });
    } catch (error) {
      // The signal's reason tells why the document has ended.
      if (signal.aborted && isRenderError(signal.reason)) throw signal.reason;
      throw new RenderError("storage_unavailable", { retryable: !isRefusedByAll(error), cause: causeOf(error, hung) });
    }

    /** The fault of a large PDF that takes too long may be its own, and of a deadline after a catalog that hung, the catalog's. */
    function causeOf(error: unknown, hungBefore: TransportError | undefined): unknown {
      if (hungBefore && signal.aborted) return hungBefore;
      if (!isTimeout(error) || !isLarge) return error;
      return new Error(`a PDF of ${pdf.byteLength} bytes could not be kept in time`, { cause: error });
    }
  };
}
