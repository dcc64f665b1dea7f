import { NoEqual } from "./no-equal.ts";

export type Token = { kind: "text" | "number" | "name" | "mark"; text: string };

const marks = /^(?:===|!==|==|!=|<>|<=|>=|\/\/|\*\*|\.\.\/|\.\.|[-<>|:,.[\]()+*/~%=@&!?{}])/;
const number = /^\d+(?:\.\d+)?/;
const longest = 1_000;

/** Splits the text of a tag into texts in quotes, numbers, names and marks. */
export function readTokens(text: string, mayHaveDashes: boolean): Token[] {
  if (text.length > longest) throw new NoEqual("The tag is too long.");
  const name = mayHaveDashes ? /^[\p{L}_$][\p{L}\p{N}_$-]*\??/u : /^[\p{L}_$][\p{L}\p{N}_$]*/u;
  const tokens: Token[] = [];
  let rest = text;
  for (;;) {
    rest = rest.trimStart();
    if (rest === "") return tokens;
    const quote = rest.charAt(0);
    if (quote === '"' || quote === "'") {
      const end = rest.indexOf(quote, 1);
      if (end === -1) throw new NoEqual("A text in quotes is never closed.");
      const content = rest.slice(1, end);
      tokens.push({ kind: "text", text: content });
      rest = rest.slice(end + 1);
      continue;
    }
    const found =
      (number.test(rest) ? "number" : undefined) ??
      (name.test(rest) ? "name" : undefined) ??
      (marks.test(rest) ? "mark" : undefined);
    const pattern = { number, name, mark: marks }[found ?? "mark"];
    const written = pattern.exec(rest)?.[0];
    if (found === undefined || written === undefined) throw new NoEqual(`Platen does not read ${rest.charAt(0)} here.`);
    tokens.push({ kind: found, text: written });
    rest = rest.slice(written.length);
  }
}

/** Reads tokens one after the other. */
export function createTokenReader(tokens: readonly Token[]) {
  let at = 0;
  const reader = {
    peek: (ahead = 0): Token | undefined => tokens[at + ahead],
    next: (): Token | undefined => tokens[at++],
    isAt: (text: string, ahead = 0): boolean => {
      const token = tokens[at + ahead];
      return token !== undefined && token.kind !== "text" && token.text === text;
    },
    take: (text: string): boolean => {
      if (!reader.isAt(text)) return false;
      at += 1;
      return true;
    },
    expect: (text: string): void => {
      if (!reader.take(text)) throw new NoEqual(`Platen does not read this tag: ${text} is missing.`);
    },
    isDone: () => at >= tokens.length,
    end: (): void => {
      const rest = tokens[at];
      if (rest) throw new NoEqual(`Platen does not read ${rest.text} here.`);
    },
  };
  return reader;
}
export type TokenReader = ReturnType<typeof createTokenReader>;
