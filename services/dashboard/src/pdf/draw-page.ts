import type { PdfPage } from "./open-pdf.ts";

/** Browsers refuse canvases that are much larger, and a page of that size is sharp on any screen. */
const longestEdge = 8_192;

export type DrawOptions = {
  /** Width of the picture in CSS pixels; it has as many pixels as the screen shows there. */
  width: number;
  /** Fires when the picture is not wanted any more; drawing then ends with its reason. */
  signal?: AbortSignal;
};

/** Draws a page on a canvas of its own, which is as large as the page is to be shown. */
export async function drawPage(page: PdfPage, { width, signal }: DrawOptions): Promise<HTMLCanvasElement> {
  signal?.throwIfAborted();
  const { annotationMode } = await import("./pdfjs.ts");
  const wanted = (width * window.devicePixelRatio) / page.width;
  const scale = Math.min(wanted, longestEdge / Math.max(page.width, page.height));
  const viewport = page.proxy.getViewport({ scale });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  // As for print, which differs in that pdf.js does not wait for a frame before each stretch of its work.
  const task = page.proxy.render({ canvas, viewport, annotationMode, intent: "print" });
  const cancel = () => task.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    await task.promise;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
  return canvas;
}
