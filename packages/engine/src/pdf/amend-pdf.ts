import type { PdfFile } from "./pdf-file.ts";

/** What may be left out of a PDF that cannot be read as expected. */
export const amendments = ["dates", "language", "characters"] as const;
export type Amendment = (typeof amendments)[number];

/**
 * Amends a PDF, and gives the amendments that it left out. The links are required: a PDF whose links cannot be read
 * throws. The rest is best effort: a Chromium that writes PDFs differently must not cost a document.
 */
export function amendPdf(
  file: PdfFile,
  options: { createdAt: Date; language: string | undefined; correctsCharacters: boolean },
): Amendment[] {
  const { createdAt, language, correctsCharacters } = options;
  file.dropForeignLinks();
  const skipped: Amendment[] = [];
  function attempt(amendment: Amendment, amend: () => void): void {
    try {
      amend();
    } catch {
      skipped.push(amendment);
    }
  }
  attempt("dates", () => file.setDates(createdAt));
  if (language !== undefined) attempt("language", () => file.setLanguage(language));
  if (correctsCharacters) attempt("characters", () => file.correctCharacters());
  return skipped;
}
