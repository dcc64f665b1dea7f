import { openPdfFile } from "@platen/pdf";
import type { PageFaults, PrintedPages } from "../pdf/page-faults.ts";
import { isShrunk, isSmallest, type FoundElement } from "./find-cut.ts";
import type { PreparedHtml } from "./prepare-html.ts";
import type { PrintingPage } from "./printing-page.ts";

/** Telling the page of what is cut off takes another print, which a longer document is not worth. */
const maxPages = 50;

/**
 * Finds the faults of a document's pages: from its PDF, and from the browser's page only for a document that may lose
 * something, which is laid out once more.
 */
export async function findPageFaults(
  page: Pick<PrintingPage, "findCut">,
  { empty, drawn, first, scale, fullArea, widest }: PrintedPages,
  { document, pageCount, mode }: { document: PreparedHtml; pageCount: number; mode: "script" | "static" },
): Promise<PageFaults> {
  // Scripts lay pages out in boxes of their own.
  const checksBoxes = mode === "static" && document.mayHideText;
  const isSuspect = scale === undefined || isShrunk(scale) || checksBoxes || document.mayLeaveLeft;
  const found =
    fullArea && isSuspect
      ? await page.findCut({
          fullArea,
          widest,
          scale: scale !== undefined && isShrunk(scale) && document.mayScale ? undefined : scale,
          checksBoxes,
          hasPages: pageCount > 1 && pageCount <= maxPages,
        })
      : undefined;
  const printed = found?.scale ?? scale ?? 1;
  const { beyondPage, boxes, pdf } = found ?? {};
  const isCut = isSmallest(printed) || beyondPage?.isLost === true;
  const pageOf = (element: FoundElement | undefined) =>
    pageCount === 1 ? 1 : element && pdf && pageIn(pdf, element.destination);
  return {
    empty,
    shrunk: isShrunk(printed) ? { page: first, scale: Math.round(printed * 100) / 100, count: drawn } : undefined,
    cut: isCut ? { page: pageOf(beyondPage), element: beyondPage?.element } : undefined,
    cutTexts: boxes && { page: pageOf(boxes), element: boxes.element, count: boxes.count },
  };
}

/** Undefined for a page that the print leaves out. */
function pageIn(pdf: Buffer, destination: string): number | undefined {
  try {
    return openPdfFile(pdf).pageOfDestination(destination);
  } catch {
    return undefined;
  }
}
