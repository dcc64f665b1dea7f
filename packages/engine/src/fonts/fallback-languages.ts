/**
 * What has a glyph in every face of Tinos, the font that Chromium asks last of those a document names: Latin, Greek,
 * Cyrillic, Hebrew, and common punctuation and signs. For any other character Chromium may search all fonts.
 */
const beyondTinos =
  /[\u0530-\uffff](?<![\u0591-\u05ea\u05f0-\u05f4\u1d00-\u1dbf\u1e00-\u1fff\u2000-\u2064\u2066-\u208e\u20a0-\u20be\u2100-\u214f\u2190-\u2195\u2212\u221a\u221e\u2248\u2260\u2264\u2265\u25a0\u25a1\u25aa-\u25ac\u25b2\u25bc\u25ca\u25cb\u25cf\u25e6\ufb01\ufb02\ufeff])/;

/** What a document may write for such a character, and how it asks Chromium to make one. Rather too many than too few. */
const spelt = [
  // Numbers from 1000 and hexadecimal ones from 100: what is below has a glyph.
  /&#(?:0{0,9}[1-9]\d{3}|x0{0,9}[1-9a-f][\da-f]{2})/i,
  /\\0{0,3}[1-9a-f][\da-f]{2}/i,
  // Names without a semicolon are those of Latin characters.
  /&(?!(?:amp|lt|gt|quot|apos|nbsp|shy|copy|reg|trade|euro|pound|yen|cent|sect|para|deg|times|middot|bull|hellip|[mn]dash|[lrsb][ad]?quo|[lr]arr|[a-z](?:acute|grave|circ|uml|tilde|cedil|ring|slash)|szlig|aelig);)[a-z][a-z\d]{1,30};/i,
  // Marks, numbers and quotes that styles bring, be they in a style sheet of the project's.
  /<q\b|<link\b|@import|text-emphasis/i,
  /arabic-indic|armenian|bengali|cambodian|cjk-|devanagari|ethiopic|georgian|gujarati|gurmukhi|hangul|hiragana|japanese|kannada|katakana|khmer|korean|lao\b|malayalam|mongolian|myanmar|oriya|persian|-chinese-|tamil|telugu|thai|tibetan|symbols\(/i,
];

const attribute = /(?<![\w-])lang\s{0,99}=\s{0,99}["']?([^"'\s>]{0,99})/gi;
/** Not that of the body: text in the margins of pages does not have it. */
const ofWholeDocument = /<html\b[^<>]*?(?<![\w-])lang\s{0,99}=/i;
/** How a document names a language beside the attribute. */
const otherwise = /-webkit-locale|content-language/i;

/** The language of text that has none. */
const unnamed = "";

/**
 * The languages in which a document may have Chromium search all fonts for a character; mostly none. Chromium keeps what
 * it finds as long as the page's process lives, by the character alone, though it finds another font for another
 * language. So a page has to keep to one language, or else what a document looks like depends on what its page printed
 * before. In time that grows with the text alone.
 */
export function fallbackLanguages(html: string, ...headerAndFooter: readonly (string | undefined)[]): Set<string> {
  const languages = new Set<string>();
  if (mayFallBack(html)) addLanguages(languages, html, ofWholeDocument.test(html));
  for (const text of headerAndFooter) {
    // Chromium prints them as documents of their own, which do not have the language of the document.
    if (text !== undefined && mayFallBack(text)) addLanguages(languages, text, false);
  }
  return languages;
}

function mayFallBack(text: string): boolean {
  return beyondTinos.test(text) || spelt.some((pattern) => pattern.test(text));
}

function addLanguages(languages: Set<string>, text: string, isNamedThroughout: boolean): void {
  if (!isNamedThroughout) languages.add(unnamed);
  for (const [, language = unnamed] of text.matchAll(attribute)) languages.add(language.toLowerCase());
  if (otherwise.test(text)) languages.add(unnamed).add("otherwise");
}
