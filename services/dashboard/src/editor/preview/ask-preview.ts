import { operations, readWarningsHeader, type RequestOf, type Warning } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import { openPdf, type PdfDocument, type PdfPage } from "../../pdf/open-pdf.ts";
import { noteSpan } from "./measure-span.ts";

export type PreviewRequest = RequestOf<typeof operations.previewTemplate>;

/** A document that shows what the request says. Whoever gets it closes `document`. */
export type Preview = {
  request: PreviewRequest;
  bytes: Uint8Array;
  document: PdfDocument;
  pages: readonly PdfPage[];
  /** What the worker took for it, where the answer says so. */
  renderMs: number | undefined;
  /** What the document lacks, though it was made. */
  warnings: readonly Warning[];
};

function renderMsOf(serverTiming: string | undefined): number | undefined {
  const duration = /\brender;dur=([\d.]+)/.exec(serverTiming ?? "")?.[1];
  return duration === undefined ? undefined : Number(duration);
}

/** Has a worker make the document, and opens it. What it took is in the page's timeline, by the names that begin here. */
export async function askPreview(request: PreviewRequest, signal: AbortSignal): Promise<Preview> {
  const askedAt = performance.now();
  const { bytes, header } = await transport.bytes(operations.previewTemplate, request, { signal });
  const answeredAt = performance.now();
  const document = await openPdf(bytes);
  try {
    const numbers = Array.from({ length: document.pageCount }, (_, index) => index + 1);
    const pages = await Promise.all(numbers.map((number) => document.page(number)));
    signal.throwIfAborted();
    noteSpan("preview: request", askedAt, answeredAt);
    noteSpan("preview: open", answeredAt);
    const renderMs = renderMsOf(header("server-timing"));
    return { request, bytes, document, pages, renderMs, warnings: readWarningsHeader(header("platen-warnings")) };
  } catch (error) {
    await document.close();
    throw error;
  }
}
