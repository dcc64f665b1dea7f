/** A PDF that shows text has a font. Pictures may hold the same bytes, so this misses some PDFs without text. */
const font = Buffer.from("/Font");

/** Elements whose content is not shown as text. */
const withoutShownText = ["style", "script", "title", "template", "textarea", "select", "iframe", "object"];

/**
 * Prints a document, and once more, loaded completely on a new page, where its HTML has text but its PDF shows none: an
 * engine that has missed something must not answer with a blank page. A document may have text and show none: then both
 * prints are equal, and it is as it should be.
 */
export async function printUnlessBlank<T extends { pdf: Buffer }>(
  html: string,
  print: (isRepeated: boolean) => Promise<T>,
): Promise<T & { blankPrints: number }> {
  const printed = await print(false);
  if (printed.pdf.includes(font) || !hasText(html)) return { ...printed, blankPrints: 0 };
  return { ...(await print(true)), blankPrints: 1 };
}

/** Whether HTML has text that may be shown. Rather once too often; in time that grows with the HTML alone. */
export function hasText(html: string): boolean {
  const text = html.toLowerCase();
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf("<", at);
    const end = tag === -1 ? text.length : tag;
    if (text.slice(at, end).trim() !== "") return true;
    at = afterTag(text, end);
  }
  return false;
}

/** Where the text goes on after the tag or comment at `at`, and after what belongs to it. */
function afterTag(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return after(text, "-->", at);
  const element = withoutShownText.find((name) => text.startsWith(name, at + 1));
  const start = element === undefined ? at : after(text, `</${element}`, at);
  return after(text, ">", start);
}

function after(text: string, word: string, at: number): number {
  const found = text.indexOf(word, at);
  return found === -1 ? text.length : found + word.length;
}
