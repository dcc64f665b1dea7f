import { operations, readWarningsHeader, type RequestOf, type Tolerant, type Warning } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import { openPdf, type PdfDocument, type PdfPage } from "../../pdf/open-pdf.ts";
import { measureSpan } from "./measure-span.ts";

export type PreviewRequest = RequestOf<typeof operations.previewTemplate>;

/** The document that a request resulted in. The receiver closes `document`. */
export type Preview = {
  request: PreviewRequest;
  bytes: Uint8Array;
  document: PdfDocument;
  pages: readonly PdfPage[];
  /** The time that the worker took, if the answer says so. */
  renderMs: number | undefined;
  /** The resources that the document lacks. */
  warnings: readonly Tolerant<Warning>[];
};

function renderMsOf(serverTiming: string | undefined): number | undefined {
  const duration = /\brender;dur=([\d.]+)/.exec(serverTiming ?? "")?.[1];
  return duration === undefined ? undefined : Number(duration);
}

/** Lets a worker render the document and opens it. The page's timeline gets a measure for each step. */
export async function requestPreview(request: PreviewRequest, signal: AbortSignal): Promise<Preview> {
  const sentAt = performance.now();
  const { bytes, header } = await transport.bytes(operations.previewTemplate, request, { signal });
  const answeredAt = performance.now();
  const document = await openPdf(bytes);
  try {
    const numbers = Array.from({ length: document.pageCount }, (_, index) => index + 1);
    const pages = await Promise.all(numbers.map((number) => document.page(number)));
    signal.throwIfAborted();
    measureSpan("preview: request", sentAt, answeredAt);
    measureSpan("preview: open", answeredAt);
    const renderMs = renderMsOf(header("server-timing"));
    return { request, bytes, document, pages, renderMs, warnings: readWarningsHeader(header("platen-warnings")) };
  } catch (error) {
    await document.close();
    throw error;
  }
}
