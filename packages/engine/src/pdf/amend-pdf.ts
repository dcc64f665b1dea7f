import type { PdfFile } from "./pdf-file.ts";

/** Amendments that are left out where the PDF cannot be read as expected. */
export type Amendment = "dates" | "language" | "characters";

/**
 * Amends a PDF, and gives the amendments that it left out. Removing forbidden links is required: it throws where it
 * cannot read a link. The other amendments are best effort: a Chromium that writes PDFs differently must not cost a
 * document.
 */
export function amendPdf(
  file: PdfFile,
  options: { createdAt: Date; language: string | undefined; correctsToUnicode: boolean },
): Amendment[] {
  const { createdAt, language, correctsToUnicode } = options;
  file.removeForbiddenLinks();
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
  if (correctsToUnicode) attempt("characters", () => file.correctToUnicode());
  return skipped;
}
