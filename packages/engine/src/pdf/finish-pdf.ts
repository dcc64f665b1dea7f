import { openPdfFile, withoutExtras, extraAmendments, type Amendment, type PdfFile, type Wishes } from "@platen/pdf";
import { isRenderError, RenderError } from "../failure/render-error.ts";
import { tooLarge } from "../failure/too-large.ts";
import { noPages, readPages, type PrintedPages } from "./page-faults.ts";

export type FinishOptions = Wishes & Limits & Printing;
export type FinishedPdf = { pdf: Buffer; pageCount: number; skipped: Amendment[]; pages: PrintedPages };

type Limits = { maxPages: number; maxBytes: number };
type Printing = {
  /** The scale of the page settings. */
  scale: number;
  /** Whether the pages have a header or a footer of the page settings. */
  hasHeader: boolean;
};

/**
 * Checks the limits of a PDF that Chromium printed, and amends it. Removing forbidden links is required: a PDF whose
 * links cannot be read is refused, for good, because another print has the same bytes. So is what the page settings ask
 * for. The other amendments are best effort: a Chromium that writes PDFs differently must not cost a document. `skipped`
 * names those that were left out, also because the PDF would exceed `maxBytes`.
 */
export function finishPdf(printed: Buffer, options: FinishOptions): FinishedPdf {
  const { maxPages, maxBytes } = options;
  try {
    const file = openPdfFile(printed);
    const pageCount = file.pageCount();
    if (pageCount > maxPages) throw tooManyPages(pageCount, maxPages);
    if (printed.length > maxBytes) throw tooLarge("PDF", maxBytes);
    const skipped = file.amend(options);
    const pdf = file.bytes();
    const pages = read(file, options);
    if (pdf.length <= maxBytes) return { pdf, pageCount, skipped, pages };
    const shorter = openPdfFile(printed);
    shorter.amend(withoutExtras(options));
    const least = shorter.bytes();
    if (least.length > maxBytes) throw tooLarge("PDF", maxBytes);
    return { pdf: least, pageCount, skipped: [...new Set([...skipped, ...extraAmendments])], pages };
  } catch (error) {
    if (isRenderError(error)) throw error;
    throw new RenderError("render_failed", {
      stage: "print",
      detail: "The browser printed a PDF that the worker cannot read.",
      cause: error,
    });
  }
}

/** A Chromium that writes pages differently must not cost a document. */
function read(file: PdfFile, printing: Printing): PrintedPages {
  try {
    return readPages(file.pages(), printing);
  } catch {
    return noPages;
  }
}

function tooManyPages(count: number, maxPages: number): RenderError {
  return new RenderError("too_many_pages", {
    stage: "print",
    detail: `The document has ${count} pages, which exceeds the limit of ${maxPages}.`,
  });
}
