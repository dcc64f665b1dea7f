/**
 * Chromium lays a document out four times to print it: for the screen it was loaded on, to learn the size of its first
 * page, on its pages, and for the screen again. Only the third is ever seen. A rule hides the document from the others,
 * which makes a printed invoice cost a fifth less and a table of fifty pages half (docs/decisions/0004).
 *
 * The rule asks for the screen's size. It holds in the second layout too, as media queries hear of a new size only after
 * the layout that it is for; it never holds in the third.
 */

/** The size of the screen that no paper has: a hair off Chromium's own 800 × 600, so that nothing else comes to depend on it. */
export const screenSize = { width: 800, height: 599 };

const hiding =
  `<style style="display:none!important">@media (width:${screenSize.width}px) and (height:${screenSize.height}px)` +
  `{:root{content-visibility:hidden!important}}</style>`;

const doctype = /^[\uFEFF\s]*<!doctype\b[^>]*>/i;

/** What is loaded only when a layout wants it, or comes from elsewhere, and so must be there before it is printed. */
const needsScreen = new RegExp(
  [
    /@font-face|@import/,
    /<(?:link|iframe|frame|frameset|object|embed|video|audio|source|portal)\b/,
    /\b(?:srcset|loading)\s*=/,
    /\b(?:src|poster|background)\s*=(?!\s*["']?\s*data:)/,
    /<(?:image|use|feimage)\b[^>]*?\bhref\s*=(?!\s*["']?\s*(?:data:|#))/,
    /\b(?:url|image-set|image|src|cross-fade)\((?!\s*(?:["']|&(?:quot|#39|#x27);)?\s*(?:data:|#))/,
    // A document that asks for the screen's own size.
    /\b599px\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/**
 * Gives a document that is laid out once when it is printed, or nothing for one that the screen's layout is needed for.
 * What it gives needs no waiting: it can be printed as soon as it is parsed.
 */
export function withSingleLayout(html: string): string | undefined {
  if (needsScreen.test(html)) return undefined;
  const head = doctype.exec(html)?.[0];
  // Anything before a doctype that only a parser could tell from content.
  if (head === undefined && /<!doctype/i.test(html)) return undefined;
  const start = head ?? "";
  return start + hiding + html.slice(start.length);
}
