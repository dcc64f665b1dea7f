import { shownTexts } from "./shown-texts.ts";

/** A PDF with text has a font. A picture may have the same bytes, so some PDFs without text are missed. */
const font = Buffer.from("/Font");

/**
 * Prints a document, and prints it again if its text may show but its PDF shows none. The second print uses a new page
 * and loads the document completely: an engine that has missed something must not answer with a blank page. Some
 * documents have text that does not show. Then both prints are equal, and correct.
 */
export async function printAgainIfBlank<T extends { pdf: Buffer }>(
  mayShowText: boolean,
  print: (isRepeated: boolean) => Promise<T>,
): Promise<T & { blankPrints: number }> {
  const printed = await print(false);
  if (printed.pdf.includes(font) || !mayShowText) return { ...printed, blankPrints: 0 };
  return { ...(await print(true)), blankPrints: 1 };
}

/** Whether HTML has text that may show. It may be true without such text. The time grows with the HTML alone. */
export function hasText(html: string): boolean {
  for (const text of shownTexts(html)) if (text.trim() !== "") return true;
  return false;
}
