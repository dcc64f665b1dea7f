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

const rule =
  `@media (width:${screenSize.width}px) and (height:${screenSize.height}px)` +
  "{:root{content-visibility:hidden!important}}";

const doctype = /^[\uFEFF\s]*(?:<!doctype\b[^>]*>)?/i;

/**
 * The start of a document up to what its first style element holds: only what a parser reads just like this. The rule
 * goes there, as an element of its own could be seen by the document's selectors.
 */
const attributes = /(?:[^<>"']|"[^"]*"|'[^']*')*/.source;
const beforeStyle = [
  /\s/.source,
  /<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->/.source,
  `<(?:html|head|meta)\\b${attributes}>`,
  /<title>[^<]*<\/title>/.source,
  `<script\\b${attributes}>(?:(?!<!--|</?script)[\\s\\S])*</script>`,
].join("|");
const upToFirstStyle = new RegExp(`${doctype.source}(?:${beforeStyle})*<style(?:\\s+type="text/css")?\\s*>`, "i");

/** What is loaded only when a layout wants it, or comes from elsewhere, and so must be there before it is printed. */
const needsScreen = new RegExp(
  [
    /@font-face|@import|@namespace/,
    /<(?:link|iframe|frame|frameset|object|embed|video|audio|source|portal)\b/,
    // What moves by itself is printed as it is at that moment.
    /<(?:set|animate\w*)\b/,
    /\b(?:srcset|loading)\s*=/,
    /\b(?:src|poster|background)\s*=(?!\s*["']?\s*data:)/,
    /<(?:image|use|feimage)\b[^>]{0,1000}?\bhref\s*=(?!\s*["']?\s*(?:data:|#))/,
    /\b(?:url|image-set|image|src|cross-fade)\((?!\s*(?:["']|&(?:quot|#39|#x27);)?\s*(?:data:|#))/,
    // Styles that may be shown as text.
    /(?:^|[\s,{}>~+])(?:\*|style|head|:(?!:)[a-z-]+(?:\([^)]{0,100}\))?)[^{}]{0,300}\{[^{}]{0,1000}\bdisplay\s*:/,
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
  const start = upToFirstStyle.exec(html)?.[0];
  if (start !== undefined) return start + rule + html.slice(start.length);
  // Without styles there are no selectors, which could see an element more. A doctype elsewhere than at the start is one
  // only to a parser.
  const head = doctype.exec(html)?.[0] ?? "";
  if (/<style|<!doctype/i.test(html.slice(head.length))) return undefined;
  return `${head}<style>${rule}</style>${html.slice(head.length)}`;
}
