/**
 * Characters other than those that Chromium maps correctly in ToUnicode: Latin letters, figures and the signs of common
 * text. Curly quotes are among the others.
 */
const others = /[^\t\n\f\r -~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u017f\u2013\u2014\u2022\u2026\u20ac\u2122\u2212\ufeff]/;
/** References to such characters. */
const otherReference =
  /&(?!(?:amp|lt|gt|quot|apos|nbsp|euro|ndash|mdash|hellip|bull|copy|reg|deg|middot|times|#39|#x27|#34|#160);)[#a-z]/i;
/** Text that styles and elements make: escapes, quotation marks, the numbers of lists and counters. */
const generatedText = /\\|<q\b|quote|list-style|counters?\([^)]{0,99},/i;

/**
 * Tells whether some text of a document may read back as other characters from its PDF. In doubt the answer is true.
 * Checking the ToUnicode CMaps of an invoice takes 3 % of its time.
 */
export function mayReadBackWrongly(html: string): boolean {
  return others.test(html) || otherReference.test(html) || generatedText.test(html);
}
