import { AnnotationMode, getDocument, GlobalWorkerOptions, PDFWorker } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite makes the file's address the default export
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

// The large part of this folder, which `open-pdf.ts` loads with the first document.

GlobalWorkerOptions.workerSrc = workerUrl;

/** One thread reads all documents, because starting a thread takes longer than reading a page. */
let worker: PDFWorker | undefined;

/** Opens a document and takes ownership of its bytes. */
export function loadDocument(data: Uint8Array) {
  if (!worker || worker.destroyed) worker = PDFWorker.create({ name: "pdf" });
  return getDocument({
    data,
    worker,
    // The page's content security policy forbids WebAssembly and other origins, and Chromium's PDFs need neither.
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: 0,
  });
}

/** Annotations are only links, which need no drawing. */
export const annotationMode = AnnotationMode.DISABLE;
