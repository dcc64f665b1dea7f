import { countPages, pageOfDestination, pagesOf, type PdfPage } from "./objects/page-tree.ts";
import { openPdfObjects } from "./objects/pdf-objects.ts";
import { applySteps } from "./steps/apply-steps.ts";
import type { Amendment, Wishes } from "./steps/step.ts";

/**
 * Reads and amends a PDF as Chromium writes it: plain objects, and one cross-reference table at the end. Every other
 * PDF is an error.
 */
export type PdfFile = {
  /** The `/Count` of the page tree's root. */
  pageCount(): number;
  /** The pages in their order. */
  pages(): PdfPage[];
  /** The number of the page to which a name leads, from 1. */
  pageOfDestination(name: string): number | undefined;
  /**
   * Takes all steps in their order, and gives the names of those that were left out because the PDF is not as expected.
   * Throws where a required one fails: removing links other than those within the document and those to http, https,
   * mailto and tel addresses, and what the page settings ask for.
   */
  amend(wishes: Wishes): Amendment[];
  /** The file with one incremental update of all steps at its end. Dates and links are changed in their places. */
  bytes(): Buffer;
};

export function openPdfFile(pdf: Buffer): PdfFile {
  const objects = openPdfObjects(pdf);
  return {
    pageCount: () => countPages(objects),
    pages: () => pagesOf(objects),
    pageOfDestination: (name) => pageOfDestination(objects, name),
    amend: (wishes) => applySteps(objects, wishes),
    bytes: () => objects.updated(),
  };
}
