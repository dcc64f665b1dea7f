/** The end of a string that opens at an index: after its closing quote, or the end of its line. */
export function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "\\") at += 2;
    else if (character === quote) return at + 1;
    else if (character === "\n") return at;
    else at += 1;
  }
  return text.length;
}

/** The index behind a comment that begins at an index. */
export function endOfComment(text: string, start: number): number {
  const end = text.indexOf("*/", start + 2);
  return end === -1 ? text.length : end + 2;
}

/** An address that CSS writes as `url(…)`: its text, and its place in the CSS. */
export type CssUrl = { address: string; start: number; end: number; contentStart: number; contentEnd: number };

/** Reads the `url(` that stands at an index. */
export function readUrl(text: string, start: number): CssUrl {
  let at = start + "url(".length;
  while (/\s/.test(text.charAt(at))) at += 1;
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") {
    const stringEnd = endOfString(text, at);
    const isClosed = text.charAt(stringEnd - 1) === quote && stringEnd > at + 1;
    const contentEnd = isClosed ? stringEnd - 1 : stringEnd;
    let end = stringEnd;
    while (/\s/.test(text.charAt(end))) end += 1;
    if (text.charAt(end) === ")") end += 1;
    return { address: text.slice(at + 1, contentEnd), start, end, contentStart: at + 1, contentEnd };
  }
  let contentEnd = at;
  while (contentEnd < text.length && text.charAt(contentEnd) !== ")") contentEnd += 1;
  const address = text.slice(at, contentEnd).trimEnd();
  return { address, start, end: contentEnd + 1, contentStart: at, contentEnd: at + address.length };
}

/** A place that matters for an import. */
export type CssMark =
  | { kind: "url"; url: CssUrl }
  | { kind: "import" | "charset"; start: number; end: number }
  | { kind: "font face"; start: number; contentStart: number; contentEnd: number; end: number };

/** Whether a word stands at an index, whatever its capitals. */
function hasWord(text: string, at: number, word: string): boolean {
  return text.slice(at, at + word.length).toLowerCase() === word;
}

/** The first of some characters at or after an index, outside of strings, comments, addresses and parentheses. */
export function findOutside(text: string, from: number, stops: string): number {
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (depth === 0 && stops.includes(character)) return at;
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character === "/" && text.charAt(at + 1) === "*") at = endOfComment(text, at);
    else if (character === "\\") at += 2;
    else if ((character === "u" || character === "U") && hasWord(text, at, "url(")) at = readUrl(text, at).end;
    else {
      if (character === "(") depth += 1;
      else if (character === ")") depth = Math.max(0, depth - 1);
      at += 1;
    }
  }
  return text.length;
}

/** Splits a text at a character, outside of strings, comments, addresses and parentheses. */
export function splitOutside(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const end = findOutside(text, at, separator);
    pieces.push(text.slice(at, end));
    if (end >= text.length) return pieces;
    at = end + 1;
  }
}

/** Lists the addresses, imports and font faces of CSS in order. */
export function* scanCss(text: string): Generator<CssMark> {
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character === "/" && text.charAt(at + 1) === "*") at = endOfComment(text, at);
    else if (character === "\\") at += 2;
    else if (character === "@" && hasWord(text, at, "@import")) {
      const end = Math.min(findOutside(text, at + 7, ";{}") + 1, text.length);
      yield { kind: "import", start: at, end };
      at = end;
    } else if (character === "@" && hasWord(text, at, "@charset")) {
      const end = Math.min(findOutside(text, at + 8, ";{}") + 1, text.length);
      yield { kind: "charset", start: at, end };
      at = end;
    } else if (character === "@" && hasWord(text, at, "@font-face")) {
      const contentStart = Math.min(findOutside(text, at, "{") + 1, text.length);
      const contentEnd = findOutside(text, contentStart, "}");
      yield { kind: "font face", start: at, contentStart, contentEnd, end: contentEnd + 1 };
      at = contentEnd + 1;
    } else if (
      (character === "u" || character === "U") &&
      hasWord(text, at, "url(") &&
      !/[\w-]/.test(text.charAt(at - 1))
    ) {
      const url = readUrl(text, at);
      yield { kind: "url", url };
      at = url.end;
    } else at += 1;
  }
}
