import { drawPage } from "./draw-page.ts";
import { openPdf } from "./open-pdf.ts";

/** A small picture of a page as a data: URL, with the ratio of the page's width to its height. */
export type Thumbnail = { url: string; ratio: number };

/** In CSS pixels; larger than it is shown. */
const width = 320;

/** Draws a thumbnail of the first page of a PDF. */
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
