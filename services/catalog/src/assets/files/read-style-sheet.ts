import { lineAndColumn } from "@platen/contracts";
import { BrokenFile } from "./refuse-file.ts";

const isSpace = (character: string) => /\s/.test(character);
const isNamePart = (character: string) => /[\w-]/.test(character) || character > "\x7f";

/** The end of a comment, or of a string, that starts at an offset. A string ends at the end of its line, too. */
function endOfComment(css: string, at: number): number {
  const end = css.indexOf("*/", at + 2);
  return end === -1 ? css.length : end + 2;
}

function endOfString(css: string, at: number): number {
  const quote = css.charAt(at);
  let end = at + 1;
  while (end < css.length && css.charAt(end) !== quote && css.charAt(end) !== "\n") {
    end += css.charAt(end) === "\\" ? 2 : 1;
  }
  return end + 1;
}

/** Reads a name at an offset. Escapes may write any of its letters. */
function readName(css: string, start: number): { name: string; end: number } {
  let name = "";
  let at = start;
  while (at < css.length) {
    const character = css.charAt(at);
    if (isNamePart(character)) {
      name += character;
      at += 1;
    } else if (character === "\\") {
      const hex = /^[0-9a-f]{1,6}/i.exec(css.slice(at + 1, at + 7))?.[0];
      if (hex === undefined) {
        name += css.charAt(at + 1);
        at += 2;
      } else {
        const code = Number.parseInt(hex, 16);
        name += code <= 0x10_ffff ? String.fromCodePoint(code) : "\ufffd";
        at += 1 + hex.length;
        if (isSpace(css.charAt(at))) at += 1;
      }
    } else break;
  }
  return { name, end: at };
}

function skipSpace(css: string, start: number): number {
  let at = start;
  for (;;) {
    while (at < css.length && isSpace(css.charAt(at))) at += 1;
    if (!css.startsWith("/*", at)) return at;
    at = endOfComment(css, at);
  }
}

/** The address that follows an `@import`, as it is written. */
function addressAt(css: string, start: number): string {
  let at = skipSpace(css, start);
  const { name, end } = readName(css, at);
  if (name.toLowerCase() === "url" && css.charAt(end) === "(") at = skipSpace(css, end + 1);
  const isQuoted = css.charAt(at) === '"' || css.charAt(at) === "'";
  return css.slice(isQuoted ? at + 1 : at, at + 300);
}

/** Refuses a style sheet that imports anything but an asset. Reads each character once. */
export function refuseForeignImports(css: string): void {
  let at = 0;
  while (at < css.length) {
    const character = css.charAt(at);
    if (character === "/" && css.charAt(at + 1) === "*") at = endOfComment(css, at);
    else if (character === '"' || character === "'") at = endOfString(css, at);
    else if (character === "\\") at += 2;
    else if (character === "@") {
      const { name, end } = readName(css, at + 1);
      if (name.toLowerCase() === "import" && !/^asset:/i.test(addressAt(css, end))) {
        const { line, column } = lineAndColumn(css, at);
        const message = `imports a style sheet that is not an asset (line ${line}, column ${column}). Upload that style sheet too, and write \`@import "asset:name.css"\`.`;
        throw new BrokenFile(message, { line, column });
      }
      at = Math.max(end, at + 1);
    } else at += 1;
  }
}
