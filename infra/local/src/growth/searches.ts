import jsTokens from "js-tokens";

const searching = new Set(
  "indexOf lastIndexOf includes split replace replaceAll match matchAll search test exec".split(" "),
);

/** Counts the regular expressions of a source file, and the calls that search a text, a list or bytes. */
export function countSearches(source: string): number {
  const tokens = tokensOf(source);
  return tokens.filter(({ type, value }, index) => {
    if (type === "RegularExpressionLiteral") return true;
    if (tokens[index + 1]?.value !== "(") return false;
    return value === "RegExp" || (searching.has(value) && /^\??\.$/.test(tokens[index - 1]?.value ?? ""));
  }).length;
}

/** Everything in a regular expression that is not a plain character: escapes by letter, classes, groups, repetitions. */
const notPlain =
  /\\n|\\u[\da-f]{4}|\\[pP]\{[^}]*\}|\\\w|\\(\W)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:))?|\{[\d,]+\}|[)*+?|^$.]/gi;
const longestWord = 24;

/**
 * The words of the grammar that a source file reads, from its short texts and the plain characters of its regular
 * expressions: `url(` and `data:` of `/url\(\s*data:/`.
 */
export function wordsIn(source: string): string[] {
  const words = tokensOf(source).flatMap(({ type, value }) => {
    if (type === "RegularExpressionLiteral") return wordsInExpression(value);
    return texts.has(type) ? [unescaped(value.replaceAll(/^["'`]|(?:["'`]|\$\{)$/g, ""))] : [];
  });
  return [...new Set(words)].filter((word) => word !== "" && word.length <= longestWord && !notWord.test(word));
}

const texts = new Set(["StringLiteral", "NoSubstitutionTemplate", "TemplateHead"]);
/** Paths of imports, names of identifiers, and sentences. */
const notWord = /^(?:\.+\/|@platen|node:)|[a-z][A-Z]|\w \w/;

function unescaped(text: string): string {
  return text.replaceAll(String.raw`\n`, "\n").replaceAll(/\\(.)/g, "$1");
}

const between = "\u{0}";

function wordsInExpression(literal: string): string[] {
  const pattern = literal.slice(1, literal.lastIndexOf("/"));
  return pattern
    .replace(notPlain, (found, escaped?: string) => (found === String.raw`\n` ? "\n" : (escaped ?? between)))
    .split(between);
}

function tokensOf(source: string) {
  const unread = new Set(["WhiteSpace", "LineTerminatorSequence", "SingleLineComment", "MultiLineComment"]);
  return [...jsTokens(source)].filter(({ type }) => !unread.has(type));
}
