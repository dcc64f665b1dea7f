/** A PDF with text has a font. A picture may have the same bytes, so some PDFs without text are missed. */
const font = Buffer.from("/Font");

/** Elements whose content does not show as text. */
const withoutShownText = ["style", "script", "title", "template", "textarea", "select", "iframe", "object"];

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

/**
 * Where the text continues after the tag or comment at `at`, and after the content of an element without shown text.
 */
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
