import type { PdfMetadata } from "@platen/contracts";

/** In characters. Data may be longer than a reader of PDFs shows. */
const longestText = 2_000;

/** Fills each text of the metadata by `fill`, which gets its path too. Texts of which nothing is left are left out. */
export function fillMetadata(
  { keywords, ...texts }: PdfMetadata,
  fill: (text: string, path: string) => string,
): PdfMetadata {
  const filled = (text: string, name: string) =>
    fill(text, `settings.metadata.${name}`)
      .slice(0, longestText)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, " ")
      .trim();
  const named = Object.entries(texts).flatMap(([name, text]) => {
    const value = text === undefined ? "" : filled(text, name);
    return value === "" ? [] : [[name, value] as const];
  });
  const words = keywords?.map((text, index) => filled(text, `keywords.${index}`)).filter((word) => word !== "");
  return { ...Object.fromEntries(named), ...(words && words.length > 0 && { keywords: words }) };
}
