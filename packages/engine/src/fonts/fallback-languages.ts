/**
 * Characters that not every face of Tinos has. Tinos is the last font that Chromium tries before it may search all
 * fonts for a character. It has Latin, Greek, Cyrillic, Hebrew, and common punctuation and signs.
 */
const notInTinos =
  /[\u0530-\uffff](?<![\u0591-\u05ea\u05f0-\u05f4\u1d00-\u1dbf\u1e00-\u1fff\u2000-\u2064\u2066-\u208e\u20a0-\u20be\u2100-\u214f\u2190-\u2195\u2212\u221a\u221e\u2248\u2260\u2264\u2265\u25a0\u25a1\u25aa-\u25ac\u25b2\u25bc\u25ca\u25cb\u25cf\u25e6\ufb01\ufb02\ufeff])/;

/**
 * References to such characters, and styles and elements that generate them. They match too much rather than too
 * little.
 */
const spellings = [
  // Numbers from 1000, and hexadecimal numbers from 100. Tinos has all characters below.
  /&#(?:0{0,9}[1-9]\d{3}|x0{0,9}[1-9a-f][\da-f]{2})/i,
  /\\0{0,3}[1-9a-f][\da-f]{2}/i,
  // Names. A name without a semicolon always refers to a Latin character.
  /&(?!(?:amp|lt|gt|quot|apos|nbsp|shy|copy|reg|trade|euro|pound|yen|cent|sect|para|deg|times|middot|bull|hellip|[mn]dash|[lrsb][ad]?quo|[lr]arr|[a-z](?:acute|grave|circ|uml|tilde|cedil|ring|slash)|szlig|aelig);)[a-z][a-z\d]{1,30};/i,
  // Marks, numbers and quotes from styles, which may be in a style sheet of the project.
  /<q\b|<link\b|@import|text-emphasis/i,
  /arabic-indic|armenian|bengali|cambodian|cjk-|devanagari|ethiopic|georgian|gujarati|gurmukhi|hangul|hiragana|japanese|kannada|katakana|khmer|korean|lao\b|malayalam|mongolian|myanmar|oriya|persian|-chinese-|tamil|telugu|thai|tibetan|symbols\(/i,
];

const attribute = /(?<![\w-])lang\s{0,99}=\s{0,99}["']?([^"'\s>]{0,99})/gi;
/** The attribute of `<html>`. That of `<body>` does not hold for text in the margins of pages. */
const ofWholeDocument = /<html\b[^<>]*?(?<![\w-])lang\s{0,99}=/i;
/** Other ways in which a document names a language. */
const otherNaming = /-webkit-locale|content-language/i;

/** The language of text without a language. */
const noLanguage = "";

/**
 * The languages by which Chromium may search all fonts for a character of the document. Most documents have none.
 * Chromium finds another font for another language, but keeps the result by the character alone, for the life of the
 * page's process. So a page must keep to one language: otherwise a document would look different depending on what its
 * page printed before. The time grows with the length of the text alone.
 */
export function fallbackLanguages(html: string, ...headerAndFooter: readonly (string | undefined)[]): Set<string> {
  const languages = new Set<string>();
  if (mayFallBack(html)) addLanguages(languages, html, ofWholeDocument.test(html));
  for (const text of headerAndFooter) {
    // Chromium prints headers and footers as separate documents, without the language of the document.
    if (text !== undefined && mayFallBack(text)) addLanguages(languages, text, false);
  }
  return languages;
}

function mayFallBack(text: string): boolean {
  return notInTinos.test(text) || spellings.some((pattern) => pattern.test(text));
}

function addLanguages(languages: Set<string>, text: string, isNamedThroughout: boolean): void {
  if (!isNamedThroughout) languages.add(noLanguage);
  for (const [, language = noLanguage] of text.matchAll(attribute)) languages.add(language.toLowerCase());
  if (otherNaming.test(text)) languages.add(noLanguage).add("other");
}
