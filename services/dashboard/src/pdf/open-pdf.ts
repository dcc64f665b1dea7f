import type { PDFPageProxy } from "pdfjs-dist";

/** A page, measured in points of 1/72 inch. */
export type PdfPage = { number: number; width: number; height: number; proxy: PDFPageProxy };

export type PdfDocument = {
  pageCount: number;
  /** Reads a page, counted from 1. Each page is read only once. */
  page(number: number): Promise<PdfPage>;
  /** Frees the document. Its pages cannot be drawn afterwards. */
  close(): Promise<void>;
};

/** Opens a copy of a PDF's bytes. No script of the document runs, and no link is followed. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { loadDocument } = await import("./pdfjs.ts");
  const loading = loadDocument(bytes.slice());
  const document = await loading.promise;
  const pages = new Map<number, Promise<PdfPage>>();

  async function readPage(number: number): Promise<PdfPage> {
    const proxy = await document.getPage(number);
    const { width, height } = proxy.getViewport({ scale: 1 });
    return { number, width, height, proxy };
  }

  return {
    pageCount: document.numPages,
    page(number) {
      const known = pages.get(number) ?? readPage(number);
      pages.set(number, known);
      return known;
    },
    async close() {
      await loading.destroy();
    },
  };
}
