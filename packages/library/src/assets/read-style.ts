import { tokenize, TokenType, type CSSToken } from "@csstools/css-tokenizer";
import { mask } from "./tagged-text.ts";

/** A piece of a text. */
export type Range = { start: number; end: number };

export type StyleImport = Range & {
  address: Range;
  /** The rules that mean what stands behind the address, such as `@media print`. */
  around: string[];
};

export type StyleFace = Range & {
  isTopLevel: boolean;
  /** The texts of its descriptors, by their names. */
  descriptors: Map<string, string>;
  /** The name of its family, without quotes. */
  family: string | undefined;
  addresses: Range[];
};

/** What CSS says about files and fonts. Ranges are those of the text that was read. */
export type Style = {
  /** The insides of `url()`, and of the strings in `image-set()`, outside of imports and `@font-face`. */
  addresses: Range[];
  imports: StyleImport[];
  faces: StyleFace[];
  /** The families that `font-family`, `font` and custom properties may name, in lower case. */
  families: Set<string>;
};

const addressFunctions: ReadonlySet<string> = new Set(["url", "src", "image-set", "-webkit-image-set"]);
const openings: ReadonlySet<TokenType> = new Set([TokenType.OpenCurly, TokenType.OpenParen, TokenType.OpenSquare]);
const closings: ReadonlySet<TokenType> = new Set([TokenType.CloseCurly, TokenType.CloseParen, TokenType.CloseSquare]);
const blanks: ReadonlySet<TokenType> = new Set([TokenType.Whitespace, TokenType.Comment]);
/** The words of a `font` before its families are at most four, and those of a family hardly more. */
const longestFamily = 6;

/** Reads CSS whose Mustache tags are masked. */
export function readStyle(css: string): Style {
  const tokens = tokenize({ css });
  const style: Style = { addresses: [], imports: [], faces: [], families: new Set() };
  /** The functions and blocks around the token: a name for a function, nothing for a block. */
  const around: string[] = [];
  let index = 0;
  /** How far the values were read for families. A value within a value is not read twice. */
  let familiesTo = 0;

  const typeAt = (at: number): TokenType => tokens[at]?.[0] ?? TokenType.EOF;
  const startOf = (at: number): number => tokens[at]?.[2] ?? css.length;

  function afterBlanks(from: number): number {
    let at = from;
    while (blanks.has(typeAt(at))) at += 1;
    return at;
  }

  /** Keeps `around` up to date with a token. */
  function enter(token: CSSToken): void {
    if (token[0] === TokenType.Function) around.push(token[4].value.toLowerCase());
    else if (openings.has(token[0])) around.push("");
    else if (closings.has(token[0])) around.pop();
  }

  /** Reads an import from its address on; undefined if it has none. */
  function readImport(start: number): StyleImport | undefined {
    index = afterBlanks(index);
    const first = tokens[index];
    let address: Range | undefined;
    if (first?.[0] === TokenType.Function && first[4].value.toLowerCase() === "url") {
      index = afterBlanks(index + 1);
      const inside = tokens[index];
      address = inside && addressOf(inside, "url");
      index = afterBlanks(index + 1);
      if (typeAt(index) === TokenType.CloseParen) index += 1;
    } else if (first) {
      address = addressOf(first, "url");
      index += 1;
    }
    const conditionsFrom = index;
    while (![TokenType.Semicolon, TokenType.OpenCurly, TokenType.EOF].includes(typeAt(index))) index += 1;
    const around = rulesAround(conditionsFrom, index);
    const isClosed = typeAt(index) === TokenType.Semicolon;
    const end = startOf(index) + (isClosed ? 1 : 0);
    if (isClosed) index += 1;
    return address && { start, end, address, around };
  }

  /** The rules that have the meaning of the words behind an import's address. */
  function rulesAround(from: number, to: number): string[] {
    const rules: string[] = [];
    let at = afterBlanks(from);
    for (const keyword of ["layer", "supports"]) {
      const token = tokens[at];
      if (at >= to || !token) break;
      if (token[0] === TokenType.Ident && keyword === "layer" && token[4].value.toLowerCase() === "layer") {
        rules.push("@layer");
        at = afterBlanks(at + 1);
      } else if (token[0] === TokenType.Function && token[4].value.toLowerCase() === keyword) {
        let depth = 1;
        const inside = at + 1;
        for (at += 1; at < to && depth > 0; at += 1) {
          if (typeAt(at) === TokenType.Function || openings.has(typeAt(at))) depth += 1;
          else if (closings.has(typeAt(at))) depth -= 1;
        }
        const text = css.slice(startOf(inside), startOf(at - 1)).trim();
        rules.push(keyword === "layer" ? `@layer ${text}` : `@supports (${text})`);
        at = afterBlanks(at);
      }
    }
    const media = css.slice(startOf(at), startOf(to)).trim();
    if (at < to && media !== "") rules.push(`@media ${media}`);
    return rules;
  }

  /** Reads a rule for a font from the mark behind its name on; undefined without a block. */
  function readFace(start: number): StyleFace | undefined {
    index = afterBlanks(index);
    if (typeAt(index) !== TokenType.OpenCurly) return undefined;
    const isTopLevel = around.length === 0;
    const face: StyleFace = {
      start,
      end: css.length,
      isTopLevel,
      descriptors: new Map(),
      family: undefined,
      addresses: [],
    };
    index += 1;
    let name: string | undefined;
    let valueFrom = 0;
    const inside: string[] = [];

    function finishDescriptor(): void {
      if (name === undefined) return;
      face.descriptors.set(name, css.slice(startOf(valueFrom), startOf(index)).trim());
      if (name === "font-family") [face.family] = namesIn(tokens.slice(valueFrom, index), false);
      name = undefined;
    }

    for (let token = tokens[index]; token && token[0] !== TokenType.EOF; token = tokens[(index += 1)]) {
      if (inside.length === 0 && token[0] === TokenType.CloseCurly) break;
      if (inside.length === 0 && token[0] === TokenType.Semicolon) {
        finishDescriptor();
      } else if (name === undefined && token[0] === TokenType.Ident && isNamed(index)) {
        name = token[4].value.toLowerCase();
        index = afterBlanks(index + 1);
        valueFrom = afterBlanks(index + 1);
      } else {
        const address = addressOf(token, inside.at(-1));
        if (address && name === "src") face.addresses.push(address);
        if (token[0] === TokenType.Function) inside.push(token[4].value.toLowerCase());
        else if (openings.has(token[0])) inside.push("");
        else if (closings.has(token[0])) inside.pop();
      }
    }
    finishDescriptor();
    if (typeAt(index) === TokenType.CloseCurly) {
      face.end = startOf(index) + 1;
      index += 1;
    }
    return face;
  }

  /** Whether a colon comes behind the word at an index. */
  function isNamed(at: number): boolean {
    return typeAt(afterBlanks(at + 1)) === TokenType.Colon;
  }

  /** Collects the families that a declaration may name. Its tokens are read again by the caller. */
  function readFamilies(property: string): void {
    const from = afterBlanks(index + 1) + 1;
    if (from <= familiesTo) return;
    let to = from;
    while (![TokenType.Semicolon, TokenType.CloseCurly, TokenType.OpenCurly, TokenType.EOF].includes(typeAt(to)))
      to += 1;
    familiesTo = to;
    for (const name of namesIn(tokens.slice(from, to), property !== "font-family"))
      style.families.add(name.toLowerCase());
  }

  for (let token = tokens[index]; token; token = tokens[index]) {
    if (token[0] === TokenType.AtKeyword) {
      const name = token[4].value.toLowerCase();
      index += 1;
      if (name === "import" && around.length === 0) {
        const found = readImport(token[2]);
        if (found) style.imports.push(found);
      } else if (name === "font-face") {
        const found = readFace(token[2]);
        if (found) style.faces.push(found);
      }
      continue;
    }
    if (token[0] === TokenType.Ident && namesFamilies(token[4].value) && isNamed(index))
      readFamilies(token[4].value.toLowerCase());
    const address = addressOf(token, around.at(-1));
    if (address) style.addresses.push(address);
    enter(token);
    index += 1;
  }
  return style;
}

function namesFamilies(property: string): boolean {
  return property.startsWith("--") || /^font(?:-family)?$/i.test(property);
}

/** The address in a token; `inside` is the function around it. */
function addressOf(token: CSSToken, inside: string | undefined): Range | undefined {
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

/** The strings and the rows of words in a value. With `tails`, the ends of a row too, as words may stand before it. */
function namesIn(tokens: readonly CSSToken[], tails: boolean): string[] {
  const names: string[] = [];
  let words: string[] = [];
  function finish(): void {
    if (words.length > 0) names.push(words.join(" "));
    if (tails)
      for (let count = 1; count < Math.min(words.length, longestFamily); count += 1)
        names.push(words.slice(-count).join(" "));
    words = [];
  }
  for (const token of tokens) {
    if (token[0] === TokenType.Ident) words.push(token[4].value);
    else if (!blanks.has(token[0])) finish();
    if (token[0] === TokenType.String) names.push(token[4].value.trim());
  }
  finish();
  return names.filter((name) => name !== "" && !name.includes(mask));
}
