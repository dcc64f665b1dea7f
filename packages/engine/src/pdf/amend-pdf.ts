import { isRenderError, RenderError } from "../failure/render-error.ts";
import { tooLarge } from "../failure/too-large.ts";
import { noPages, readPages, type PrintedPages } from "./page-faults.ts";
import { openPdfFile, type PdfFile } from "./pdf-file.ts";
import type { Metadata } from "./pdf-metadata.ts";

/** Amendments that are left out where the PDF cannot be read as expected. */
export type Amendment = "dates" | "language" | "metadata" | "characters";

export type FinishOptions = Amending & Limits;
export type FinishedPdf = { pdf: Buffer; pageCount: number; skipped: Amendment[]; pages: PrintedPages };

type Amending = {
  createdAt: Date;
  language: string | undefined;
  metadata?: Metadata | undefined;
  correctsToUnicode: boolean;
  /** The scale of the page settings. */
  scale: number;
  /** Whether the pages have a header or a footer of the page settings. */
  hasHeader: boolean;
};
type Limits = { maxPages: number; maxBytes: number };

/**
 * Checks the limits of a PDF that Chromium printed, and amends it. Removing forbidden links is required: a PDF whose
 * links cannot be read is refused, for good, because another print has the same bytes. The other amendments are best
 * effort: a Chromium that writes PDFs differently must not cost a document. `skipped` names those that were left out,
 * also because the PDF would exceed `maxBytes`.
 */
export function finishPdf(printed: Buffer, options: FinishOptions): FinishedPdf {
  const { maxPages, maxBytes } = options;
  try {
    const file = openPdfFile(printed);
    const pageCount = file.pageCount();
    if (pageCount > maxPages) throw tooManyPages(pageCount, maxPages);
    if (printed.length > maxBytes) throw tooLarge("PDF", maxBytes);
    file.removeForbiddenLinks();
    const skipped = amend(file, options);
    const pdf = file.bytes();
    const pages = read(file, options);
    if (pdf.length <= maxBytes) return { pdf, pageCount, skipped, pages };
    return { pdf: file.bytesInPlace(), pageCount, skipped: [...new Set([...skipped, ...appended])], pages };
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
function read(file: PdfFile, options: Amending): PrintedPages {
  try {
    return readPages(file.pages(), options);
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

/** The amendments that make the PDF longer. */
export const appended: readonly Amendment[] = ["language", "metadata", "characters"];

function amend(file: PdfFile, { createdAt, language, metadata, correctsToUnicode }: Amending): Amendment[] {
  const skipped: Amendment[] = [];
  function attempt(amendment: Amendment, change: () => void): void {
    try {
      change();
    } catch {
      skipped.push(amendment);
    }
  }
  attempt("dates", () => file.setDates(createdAt));
  if (language !== undefined) attempt("language", () => file.setLanguage(language));
  if (metadata !== undefined) attempt("metadata", () => file.setMetadata(metadata));
  if (correctsToUnicode) attempt("characters", () => file.correctToUnicode());
  return skipped;
}
