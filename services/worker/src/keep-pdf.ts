import { crc32 } from "node:zlib";
import { ApiProblem, type Transport } from "@platen/client";
import { createId } from "@platen/contracts";
import { putDocumentContent } from "@platen/contracts/internal";
import { isRenderError, RenderError } from "@platen/engine/failure";
import type { DocumentJobData } from "@platen/queue";
import { tracing } from "@platen/telemetry";

const timeoutMs = 20_000;

/** Names a kept PDF in the outcome of its document. */
export type NamedContent = { contentId: string; crc32: number };

/**
 * Keeps the PDF of a job whose request asks for it. Resolves when it is kept: for a document that no caller waits for,
 * with what its outcome must name. Until this outcome the PDF does not count as kept.
 */
export type KeepPdf = (
  job: Pick<DocumentJobData, "documentId" | "grant" | "requestId" | "lane">,
  printed: { pdf: Uint8Array; sha256: string },
  signal: AbortSignal,
) => Promise<NamedContent | undefined>;

/** Sends PDFs to the catalog, which alone knows where they are kept. The job's grant opens this one document. */
export function createKeepPdf(catalog: Pick<Transport, "call">): KeepPdf {
  return async function keepPdf({ documentId, grant, requestId, lane }, { pdf, sha256 }, signal) {
    const content = lane === "background" ? { contentId: createId("content"), crc32: crc32(pdf) } : undefined;
    const query = content ? { contentId: content.contentId, sha256 } : {};
    const headers = { authorization: `Bearer ${grant}`, "x-request-id": requestId, ...tracing.carrier() };
    try {
      await tracing.span({ name: putDocumentContent.operationId, kind: "client" }, () =>
        catalog.call(putDocumentContent, { params: { documentId }, query, bytes: pdf }, { headers, timeoutMs, signal }),
      );
      return content;
    } catch (error) {
      // The signal's reason tells why the document has ended.
      if (signal.aborted && isRenderError(signal.reason)) throw signal.reason;
      const isRefused = error instanceof ApiProblem && error.status < 500;
      throw new RenderError("storage_unavailable", { retryable: !isRefused, cause: error });
    }
  };
}
