import jsTokens from "js-tokens";

/**
 * Counts the places of a source file that search on from a position: `indexOf` with a second argument, `lastIndex` of an
 * expression, and `matchAll`. Such a search in a loop may read a text again and again.
 */
export function countRepeatedSearches(source: string): number {
  const tokens = tokensOf(source).map(({ value }) => value);
  return tokens.filter((name, index) => {
    if (name === "lastIndex") return true;
    if (!/^\??\.$/.test(tokens[index - 1] ?? "") || tokens[index + 1] !== "(") return false;
    return name === "matchAll" || (/^(?:indexOf|lastIndexOf)$/.test(name) && hasTwoArguments(tokens, index + 1));
  }).length;
}

function hasTwoArguments(tokens: readonly string[], start: number): boolean {
  let depth = 0;
  for (const value of tokens.slice(start)) {
    if (/^[([{]$/.test(value)) depth += 1;
    if (/^[)\]}]$/.test(value)) depth -= 1;
    if (depth === 0) return false;
    if (depth === 1 && value === ",") return true;
  }
  return false;
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
