import { AnnotationMode, getDocument, GlobalWorkerOptions, PDFWorker } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite makes the file's address the default export
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

// The heavy part of this folder, which `open-pdf.ts` loads when the first document is opened.

GlobalWorkerOptions.workerSrc = workerUrl;

/** One thread reads all documents: starting one costs more than reading a page. */
let worker: PDFWorker | undefined;

/** Opens bytes, which are taken from their owner. */
export function loadDocument(data: Uint8Array) {
  if (!worker || worker.destroyed) worker = PDFWorker.create({ name: "pdf" });
  return getDocument({
    data,
    worker,
    // The page's policy allows neither WebAssembly nor files from elsewhere, and what Chromium prints needs none.
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: 0,
  });
}

/** Annotations are links here, which are nothing to draw; a form of a document is not filled in. */
export const annotationMode = AnnotationMode.DISABLE;
