import { mayShowStyles } from "./may-show-styles.ts";
import { doctypeEnd, firstStyleContent, skipSpace } from "./start-of-html.ts";

/**
 * Chromium lays a document out four times to print it: for the screen it was loaded on, to learn the size of its first
 * page, on its pages, and for the screen again. Only the third is ever seen. A rule hides the document from the others,
 * which makes a printed invoice cost a fifth less and a table of fifty pages half (docs/decisions/0004).
 *
 * The rule asks for the screen's size. It holds in the second layout too, as media queries hear of a new size only after
 * the layout that it is for; it never holds in the third.
 *
 * The text tells which documents need the screen's layout, in time that grows with the text alone. A request that this
 * reading misses is seen by the page, which then prints the document the long way.
 */

/** Chromium's own size of a screen without one, for documents that are laid out for it too: a fixed background has this size. */
export const usualScreenSize = { width: 800, height: 600 };
/** The size of the screen that no paper has: a hair off the usual one, so that nothing else comes to depend on it. */
export const screenSize = { width: 800, height: 599 };

const rule =
  `@media (width:${screenSize.width}px) and (height:${screenSize.height}px)` +
  "{:root{content-visibility:hidden!important}}";

/** What is loaded only when a layout wants it, has a life of its own, or must come first in its style sheet. */
const wantsScreen =
  /@(?:font-face|import|namespace)|<(?:link|i?frame|object|embed|video|audio|source|portal|set|animate)|srcset|loading=|image-set\(|cross-fade\(/;

/** Attributes that an address may stand in, but for `href`. */
const addressAttributes = ["src", "poster", "background"];
/** Elements that load what their `href` leads to. Links do not. */
const loadsItsHref = /^<(?:image|use|feimage)\b/;

/** Whether the screen's layout is needed. `text` is in lower case. */
function needsScreen(text: string): boolean {
  return (
    wantsScreen.test(text) ||
    text.includes(`${screenSize.height}px`) ||
    addressAttributes.some((name) => eachValue(text, name, (at) => !isOwn(text, at))) ||
    mayLoadByHref(text) ||
    mayHaveFixedBackground(text) ||
    eachPlace(text, "url(", (at) => !isOwn(text, afterQuote(text, skipSpace(text, at)))) ||
    // An image button without a picture shows its alternative text only after a while.
    eachValue(text, "type", (at) => /^(?:image|[^"'\s>]*&)/.test(text.slice(at, at + 20)))
  );
}

function mayLoadByHref(text: string): boolean {
  let tag = 0;
  return eachValue(text, "href", (at) => {
    if (isOwn(text, at)) return false;
    for (let next = text.indexOf("<", tag + 1); next !== -1 && next < at; next = text.indexOf("<", tag + 1)) tag = next;
    return loadsItsHref.test(text.slice(tag, tag + 10));
  });
}

/** Whether a background stands still on the screen, and so has its size. */
function mayHaveFixedBackground(text: string): boolean {
  for (let at = text.indexOf("background"); at !== -1;) {
    const end = endOfDeclaration(text, at);
    if (/\bfixed\b/.test(text.slice(at, end))) return true;
    at = text.indexOf("background", end);
  }
  return false;
}

function endOfDeclaration(text: string, start: number): number {
  const marks = /[;}"'(]/g;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] !== "(") return mark.index;
    // An address may hold what ends a declaration.
    const close = text.indexOf(")", mark.index);
    if (close === -1) break;
    marks.lastIndex = close;
  }
  return text.length;
}

/** Whether `check` holds for some place right after `word`. */
function eachPlace(text: string, word: string, check: (at: number) => boolean): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    if (check(at + word.length)) return true;
  }
  return false;
}

/** Whether `check` holds for the start of some value of an attribute, or argument of a function, of that name. */
function eachValue(text: string, name: string, check: (at: number) => boolean): boolean {
  return eachPlace(text, name, (end) => {
    const at = skipSpace(text, end);
    const hasValue = text[at] === "=" || text[at] === "(";
    return hasValue && check(skipSpace(text, afterQuote(text, skipSpace(text, at + 1))));
  });
}

const quotes = ['"', "'", "&quot;", "&#39;", "&#x27;"];

function afterQuote(text: string, at: number): number {
  const quote = quotes.find((quote) => text.startsWith(quote, at));
  return quote === undefined ? at : at + quote.length;
}

/** Whether the address at that place holds what it leads to, or leads to a place in the document. */
function isOwn(text: string, at: number): boolean {
  return text.startsWith("data:", at) || text.startsWith("#", at);
}

/**
 * Gives a document that is laid out once when it is printed, or nothing for one that the screen's layout is needed for.
 * What it gives needs no waiting: it can be printed as soon as it is parsed.
 */
export function withSingleLayout(html: string): string | undefined {
  const text = html.toLowerCase();
  if (needsScreen(text) || mayShowStyles(text)) return undefined;
  const content = firstStyleContent(html);
  if (content !== undefined) return html.slice(0, content) + rule + html.slice(content);
  // Without styles there are no selectors, which could see an element more. A doctype elsewhere than at the start is one
  // only to a parser.
  const start = doctypeEnd(html);
  if (/<style|<!doctype/i.test(html.slice(start))) return undefined;
  return `${html.slice(0, start)}<style>${rule}</style>${html.slice(start)}`;
}
