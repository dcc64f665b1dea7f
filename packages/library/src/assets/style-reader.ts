import { tokenize, TokenType, type CSSToken } from "@csstools/css-tokenizer";

/** A piece of a text. */
export type Range = { start: number; end: number };

/** CSS in tokens, with the index of the next one to read. */
export type StyleReader = {
  css: string;
  tokens: readonly CSSToken[];
  index: number;
  typeAt(at: number): TokenType;
  startOf(at: number): number;
  /** The index of the first token from `from` on that is not a blank. */
  afterBlanks(from: number): number;
  /** Whether a colon comes behind the word at an index. */
  isNamed(at: number): boolean;
};

const addressFunctions: ReadonlySet<string> = new Set(["url", "src", "image-set", "-webkit-image-set"]);
export const openings: ReadonlySet<TokenType> = new Set([
  TokenType.OpenCurly,
  TokenType.OpenParen,
  TokenType.OpenSquare,
]);
export const closings: ReadonlySet<TokenType> = new Set([
  TokenType.CloseCurly,
  TokenType.CloseParen,
  TokenType.CloseSquare,
]);
export const blanks: ReadonlySet<TokenType> = new Set([TokenType.Whitespace, TokenType.Comment]);

export function createStyleReader(css: string): StyleReader {
  const tokens = tokenize({ css });
  const typeAt = (at: number): TokenType => tokens[at]?.[0] ?? TokenType.EOF;
  const startOf = (at: number): number => tokens[at]?.[2] ?? css.length;

  function afterBlanks(from: number): number {
    let at = from;
    while (blanks.has(typeAt(at))) at += 1;
    return at;
  }

  return {
    css,
    tokens,
    index: 0,
    typeAt,
    startOf,
    afterBlanks,
    isNamed: (at) => typeAt(afterBlanks(at + 1)) === TokenType.Colon,
  };
}

/** Keeps the functions and blocks around a token: a name for a function, nothing for a block. */
export function enter(around: string[], token: CSSToken): void {
  if (token[0] === TokenType.Function) around.push(token[4].value.toLowerCase());
  else if (openings.has(token[0])) around.push("");
  else if (closings.has(token[0])) around.pop();
}

/** The address in a token; `inside` is the function around it. */
export function addressOf(token: CSSToken, inside: string | undefined): Range | undefined {
  if (token[0] === TokenType.URL) return insideOf(token, token[1].indexOf("(") + 1, token[1].endsWith(")"));
  const isAddress = token[0] === TokenType.String && addressFunctions.has(inside ?? "");
  return isAddress ? insideOf(token, 1, token[1].length > 1 && token[1].endsWith(token[1].charAt(0))) : undefined;
}

/** The inside of a token without its white space. */
function insideOf([, written, start]: CSSToken, from: number, isClosed: boolean): Range {
  const inside = written.slice(from, isClosed ? -1 : undefined);
  const leading = inside.length - inside.trimStart().length;
  const length = inside.trim().length;
  return { start: start + from + leading, end: start + from + leading + length };
}
