import { eachPage, withDocument } from "./pdf.ts";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The pixels of a page, row by row. A pixel has four bytes. */
export type PdfPicture = { width: number; height: number; rgba: Uint8Array };

/** Draws each page. Equal pages give equal pictures, byte for byte. */
export async function pdfPictures(bytes: Uint8Array, { dpi }: { dpi: number }): Promise<PdfPicture[]> {
  return withDocument(bytes, (document) => eachPage(document, (page) => draw(document, page, dpi)));
}

// The canvas of pdf.js in Node. The types of pdf.js say only that it is an object.
type Canvas = { width: number; height: number };
type Context = { getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray } };
type CanvasFactory = {
  create(width: number, height: number): { canvas: Canvas; context: Context };
  destroy(entry: { canvas: Canvas; context: Context }): void;
};

async function draw(document: PDFDocumentProxy, page: PDFPageProxy, dpi: number): Promise<PdfPicture> {
  const factory = document.canvasFactory as CanvasFactory;
  const viewport = page.getViewport({ scale: dpi / 72 });
  const width = Math.ceil(viewport.width);
  const height = Math.ceil(viewport.height);
  const entry = factory.create(width, height);
  try {
    // pdf.js created both, but its types want those of a browser. The types of d3-shape declare an empty context.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- a project without d3-shape needs it
    await page.render({ canvas: entry.canvas as never, canvasContext: entry.context as never, viewport }).promise;
    const { data } = entry.context.getImageData(0, 0, width, height);
    return { width, height, rgba: Uint8Array.from(data) };
  } finally {
    factory.destroy(entry);
    page.cleanup();
  }
}
