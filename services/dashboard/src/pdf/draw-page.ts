import type { PdfPage } from "./open-pdf.ts";

/** Browsers refuse much larger canvases, and a page of this size is sharp on any screen. */
const longestEdge = 8_192;

export type DrawOptions = {
  /** The width of the picture in CSS pixels. */
  width: number;
  /** Aborts the drawing, which then rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** Draws a page on a new canvas, at the resolution of the screen. */
export async function drawPage(page: PdfPage, { width, signal }: DrawOptions): Promise<HTMLCanvasElement> {
  signal?.throwIfAborted();
  const { annotationMode } = await import("./pdfjs.ts");
  const wanted = (width * window.devicePixelRatio) / page.width;
  const scale = Math.min(wanted, longestEdge / Math.max(page.width, page.height));
  const viewport = page.proxy.getViewport({ scale });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  // With the intent "print", pdf.js does not wait for an animation frame before each step.
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
