import { correctToUnicode } from "./correct-to-unicode.ts";
import { countPages, pageOfDestination, pagesOf } from "./page-tree.ts";
import type { PdfPage } from "./page-faults.ts";
import { setDatesAt } from "./pdf-dates.ts";
import {
  mayHaveForbiddenLinks,
  removeForbiddenLink,
  removeLinksFromPage,
  removeLinksFromStructure,
} from "./pdf-links.ts";
import { metadataEntries, type Metadata } from "./pdf-metadata.ts";
import { openPdfObjects, type PdfObjects } from "./pdf-objects.ts";

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
  /** Sets the language of the document, unless it has one. Chromium writes the language into tagged documents only. */
  setLanguage(language: string): void;
  /** Sets what the document says about itself. It takes over the dates, which must be set before. */
  setMetadata(metadata: Metadata): void;
  /** Sets the dates of creation and last change, in place: all dates have one length. */
  setDates(date: Date): void;
  /** Removes all links but those within the document and those to http, https, mailto and tel addresses. */
  removeForbiddenLinks(): void;
  /** Corrects the ToUnicode CMaps, so that readers that go by them alone read the text as it was written. */
  correctToUnicode(): void;
  /** The file with its language and CMaps appended, as an incremental update of the PDF. */
  bytes(): Buffer;
  /** The file without them: with the dates and links alone. */
  bytesInPlace(): Buffer;
};

export function openPdfFile(pdf: Buffer): PdfFile {
  const objects = openPdfObjects(pdf);
  const { root, info } = objects;
  return {
    pageCount: () => countPages(objects),
    pages: () => pagesOf(objects),
    pageOfDestination: (name) => pageOfDestination(objects, name),

    setLanguage(language) {
      const catalog = objects.readDictionary(root);
      if (catalog.entries.has("Lang")) return;
      objects.amend(root, Buffer.from(`<</Lang (${language})\n${catalog.text.slice(2)}`, "latin1"));
    },

    setMetadata(metadata) {
      const entries = metadataEntries(metadata);
      if (entries !== "")
        objects.amend(info, Buffer.from(`<<${entries}${objects.readDictionary(info).text.slice(2)}`, "latin1"));
    },

    setDates: (date) => setDatesAt(pdf, objects.offsetOf(info), date),
    removeForbiddenLinks: () => removeForbiddenLinks(objects),
    correctToUnicode: () => correctToUnicode(objects),
    bytes: () => objects.updated(),
    bytesInPlace: () => pdf,
  };
}

function removeForbiddenLinks(objects: PdfObjects): void {
  const { pdf } = objects;
  if (!mayHaveForbiddenLinks(pdf)) return;
  const removed = new Set<number>();
  for (let number = 1; number < objects.count; number++) {
    if (removeForbiddenLink(pdf, objects.offsetOf(number))) removed.add(number);
  }
  if (removed.size === 0) return;
  const inPages = new Set<number>();
  for (const object of objects.all()) {
    for (const number of removeLinksFromPage(object, removed)) inPages.add(number);
    removeLinksFromStructure(object, removed);
  }
  if (inPages.size !== removed.size) throw new Error("a PDF link is missing from the annotations of its page");
}
