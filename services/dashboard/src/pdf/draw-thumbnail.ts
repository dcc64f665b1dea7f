import { drawPage } from "./draw-page.ts";
import { openPdf } from "./open-pdf.ts";

/** A small picture of a page: an address for an image, and the page's width divided by its height. */
export type Thumbnail = { url: string; ratio: number };

/** In CSS pixels; shown smaller it is still sharp. */
const width = 320;

/** Draws the first page of a PDF small. */
export async function drawThumbnail(bytes: Uint8Array, signal: AbortSignal): Promise<Thumbnail> {
  const document = await openPdf(bytes);
  try {
    const page = await document.page(1);
    const canvas = await drawPage(page, { width, signal });
    return { url: canvas.toDataURL(), ratio: page.width / page.height };
  } finally {
    await document.close();
  }
}
