import { assetOrigin } from "@platen/contracts/asset-origin";
import type { Insertion } from "./insertion.ts";
import { isAddress } from "./library-addresses.ts";
import { mayShowStyles } from "./may-show-styles.ts";
import { doctypeEnd, firstStyleContent, skipSpace } from "./start-of-html.ts";

/**
 * Chromium lays a document out four times to print it: for the screen on which it is loaded, to learn the size of its
 * first page, on its pages, and for the screen again. Only the third layout shows. A rule hides the document from the
 * other layouts. With it a printed invoice costs a fifth less, and a table of fifty pages half (docs/decisions/0004).
 *
 * The rule is a media query for the size of the screen. It also holds in the second layout, because Chromium updates
 * media queries only after the layout with a new size. It never holds in the third.
 *
 * The text tells which documents need the layout for the screen. The time to read it grows with its length alone. If
 * the reading misses a request, the page notices it, and prints the document again with all layouts.
 */

/** Chromium's default size of a screen. Documents with all layouts use it: a fixed background has this size. */
export const usualScreenSize = { width: 800, height: 600 };
/** A size of the screen that no paper has. It is close to the usual one, so that nothing else depends on it. */
export const screenSize = { width: 800, height: 599 };

const rule =
  `@media (width:${screenSize.width}px) and (height:${screenSize.height}px)` +
  "{:root{content-visibility:hidden!important}}";

/** Content that only a layout loads, that changes by itself, or that must come first in its style sheet. */
const wantsScreen =
  /@(?:font-face|import|namespace)|<(?:link|i?frame|object|embed|video|audio|source|portal|set|animate)|srcset|loading=|image-set\(|cross-fade\(/;

/** Attributes with an address, except `src` and `href`. */
const addressAttributes = ["poster", "background"];
/** What loads a picture of the library in another way than the page that keeps it, or shows its address. */
const loadsOtherwise = /crossorigin|mask|shape-outside|attr\(\s{0,9}src/;
/** Elements that load their `href`. Links do not. */
const loadsItsHref = /^<(image|use|feimage)\b/;

/** Whether the document needs the layout for the screen. `text` is in lower case. */
function needsScreen(text: string): boolean {
  return (
    wantsScreen.test(text) ||
    text.includes(`${screenSize.height}px`) ||
    (text.includes(assetOrigin) && loadsOtherwise.test(text)) ||
    addressAttributes.some((name) => anyValue(text, name, (at) => !isSelfContained(text, at))) ||
    anyValue(text, "src", (at) => !isSelfContained(text, at) && !isAddress(text, at)) ||
    mayLoadByHref(text) ||
    mayHaveFixedBackground(text) ||
    anyOccurrence(text, "url(", (end) => {
      const at = afterQuote(text, skipSpace(text, end));
      return !isSelfContained(text, at) && !isAddress(text, at);
    }) ||
    // An image button without a picture shows its alternative text only after some time.
    anyValue(text, "type", (at) => /^(?:image|[^"'\s>]*&)/.test(text.slice(at, at + 20)))
  );
}

function mayLoadByHref(text: string): boolean {
  let tag = 0;
  let next = text.indexOf("<");
  return anyValue(text, "href", (at) => {
    if (isSelfContained(text, at)) return false;
    // Looks for a tag only beyond those it has seen: a search for each `href` of a long text would take minutes.
    for (; next !== -1 && next < at; next = text.indexOf("<", tag + 1)) tag = next;
    const name = loadsItsHref.exec(text.slice(tag, tag + 10))?.[1];
    return name !== undefined && !(name === "image" && isAddress(text, at));
  });
}

/** Whether a background is fixed to the screen, and so has the size of the screen. */
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
    // An address may contain the character that ends a declaration.
    const close = text.indexOf(")", mark.index);
    if (close === -1) break;
    marks.lastIndex = close;
  }
  return text.length;
}

/** Whether `check` holds at the end of any occurrence of `word`. */
function anyOccurrence(text: string, word: string, check: (at: number) => boolean): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    if (check(at + word.length)) return true;
  }
  return false;
}

/** Whether `check` holds at the start of any value of this attribute, or argument of this function. */
function anyValue(text: string, name: string, check: (at: number) => boolean): boolean {
  return anyOccurrence(text, name, (end) => {
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

/** Whether the address contains its own content, or leads into the document. */
function isSelfContained(text: string, at: number): boolean {
  return text.startsWith("data:", at) || text.startsWith("#", at);
}

const styleTag = "<style>";

/** Gives the insertion a further rule, before its own: all rules of the document override it. */
export function withRule({ at, text }: Insertion, further: string): Insertion {
  const isInStyle = !text.startsWith(styleTag);
  return { at, text: isInStyle ? further + text : styleTag + further + text.slice(styleTag.length) };
}

/**
 * Finds where the rule for a single layout goes; undefined for a document that needs the layout for the screen. With the
 * rule the document requests nothing but pictures of the library. If the page has these, the document can be printed as
 * soon as it is parsed. `text` is the HTML in lower case.
 */
export function findSingleLayout(html: string, text = html.toLowerCase()): Insertion | undefined {
  if (needsScreen(text) || mayShowStyles(text)) return undefined;
  const content = firstStyleContent(html);
  if (content !== undefined) return { at: content, text: rule };
  // A document without styles has no selectors that could match a new element. The parser ignores a doctype that does
  // not come first.
  const start = doctypeEnd(html);
  if (/<style|<!doctype/i.test(html.slice(start))) return undefined;
  return { at: start, text: `${styleTag}${rule}</style>` };
}
