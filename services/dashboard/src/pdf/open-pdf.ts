import type { PDFPageProxy } from "pdfjs-dist";

/** A page, measured in points: 72 to the inch. */
export type PdfPage = { number: number; width: number; height: number; proxy: PDFPageProxy };

export type PdfDocument = {
  pageCount: number;
  /** Reads a page, counted from 1; every page is read once. */
  page(number: number): Promise<PdfPage>;
  /** Gives back what the document holds. Its pages can be drawn no more. */
  close(): Promise<void>;
};

/** Opens a PDF. The bytes stay their owner's. No script of the document runs, and none of its links are followed. */
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
