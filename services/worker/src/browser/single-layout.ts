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

/** What is loaded only when a layout wants it, has a life of its own, or must come first in its style sheet. */
const wantsScreen =
  /@(?:font-face|import|namespace)|<(?:link|i?frame|object|embed|video|audio|source|portal|set|animate)|srcset|loading=/;

/** Words after which an address may stand, each with a pattern of what may follow instead: nothing that comes from elsewhere. */
const addresses = [
  { word: "src", harmless: /(?!\s*[=(])|\s*[=(]\s*["']?\s*data:/y },
  { word: "poster", harmless: /(?!\s*=)/y },
  { word: "background", harmless: /(?!\s*=)/y },
  { word: "href", harmless: /(?!\s*=)|\s*=\s*["']?\s*(?:data:|#)/y, within: /<(?:image|use|feimage)\b[^>]*$/ },
  { word: "url(", harmless: /\s*(?:["']|&(?:quot|#39|#x27);)?\s*(?:data:|#)/y },
  { word: "image-set(", harmless: /(?!)/y },
  { word: "cross-fade(", harmless: /(?!)/y },
];

/** Rules that may show styles as text, by selectors that name them or nothing. */
const showsStyles =
  /(?:^|[\s,{}>~+])(?:\*(?!\/)|(?:style|head)(?![\w-])|:(?!:)[a-z-]+(?:\([^)]{0,100}\))?)[^{}]{0,300}\{[^{}]{0,1000}\bdisplay\s*:(?!\s*none)/;

const longestTag = 1_000;

/** Whether the screen's layout is needed. `text` is in lower case. */
function needsScreen(text: string): boolean {
  if (wantsScreen.test(text) || text.includes(`${screenSize.height}px`)) return true;
  for (const { word, harmless, within } of addresses) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      harmless.lastIndex = at + word.length;
      if (harmless.test(text)) continue;
      if (within === undefined || within.test(text.slice(Math.max(0, at - longestTag), at))) return true;
    }
  }
  return false;
}

/** Whether a rule of the document's style elements may show them. `text` is in lower case. */
function mayShowStyles(text: string): boolean {
  for (let at = text.indexOf("<style"); at !== -1; at = text.indexOf("<style", at + 1)) {
    const end = text.indexOf("</style", at);
    if (showsStyles.test(text.slice(at, end === -1 ? undefined : end))) return true;
  }
  return false;
}

/**
 * Gives a document that is laid out once when it is printed, or nothing for one that the screen's layout is needed for.
 * What it gives needs no waiting: it can be printed as soon as it is parsed.
 */
export function withSingleLayout(html: string): string | undefined {
  const text = html.toLowerCase();
  if (needsScreen(text) || mayShowStyles(text)) return undefined;
  const start = upToFirstStyle.exec(html)?.[0];
  if (start !== undefined) return start + rule + html.slice(start.length);
  // Without styles there are no selectors, which could see an element more. A doctype elsewhere than at the start is one
  // only to a parser.
  const head = doctype.exec(html)?.[0] ?? "";
  if (/<style|<!doctype/i.test(html.slice(head.length))) return undefined;
  return `${head}<style>${rule}</style>${html.slice(head.length)}`;
}
