import { ApiProblem, type Transport } from "@platen/client";
import { putDocumentContent } from "@platen/contracts/internal";
import { isRenderError, RenderError } from "@platen/engine/failure";
import type { DocumentJobData } from "@platen/queue";
import { tracing } from "@platen/telemetry";

const timeoutMs = 20_000;

/** Keeps the PDF of a job whose request asks for it. Resolves when it is kept. */
export type KeepPdf = (
  job: Pick<DocumentJobData, "documentId" | "grant" | "requestId">,
  pdf: Uint8Array,
  signal: AbortSignal,
) => Promise<void>;

/** Sends PDFs to the catalog, which alone knows where they are kept. The job's grant opens this one document. */
export function createKeepPdf(catalog: Pick<Transport, "call">): KeepPdf {
  return async function keepPdf({ documentId, grant, requestId }, pdf, signal) {
    const headers = { authorization: `Bearer ${grant}`, "x-request-id": requestId, ...tracing.carrier() };
    try {
      await tracing.span({ name: putDocumentContent.operationId, kind: "client" }, () =>
        catalog.call(putDocumentContent, { params: { documentId }, bytes: pdf }, { headers, timeoutMs, signal }),
      );
    } catch (error) {
      // The signal's reason tells why the document has ended.
      if (signal.aborted && isRenderError(signal.reason)) throw signal.reason;
      const isRefused = error instanceof ApiProblem && error.status < 500;
      throw new RenderError("storage_unavailable", { retryable: !isRefused, cause: error });
    }
  };
}
