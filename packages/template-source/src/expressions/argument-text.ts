import type { Parameter } from "@platen/formats";

/** An argument in a field: a value that the template fixes, or a name of the data. */
export type ArgumentKind = "fixed" | "data";

/** How a field shows an argument: a text without its quotes. */
export function shownArgument(written: string): string {
  return isQuoted(written) ? written.slice(1, -1) : written;
}

function isQuoted(written: string): boolean {
  return written.startsWith("'") || written.startsWith('"');
}

/**
 * Writes what an author typed as an argument; undefined if no tag can say it. A text gets quotes; a word of the format, a
 * currency, a field, a number and a size do not. `before` is the argument as written until now: a number in quotes
 * keeps them.
 */
export function writeArgument(
  typed: string,
  kind: ArgumentKind,
  { words, isCurrency, isField }: Parameter,
  before = "",
): string | undefined {
  if (kind === "data") return /^[^\s|'"=\d-][^\s|'"=]*$/.test(typed) && !isKeyword(typed) ? typed : undefined;
  const isBare =
    words?.includes(typed) === true ||
    (isCurrency === true && /^[A-Z]{3}$/.test(typed)) ||
    (isField === true && /^[^\s|'"=]+$/.test(typed)) ||
    (!isQuoted(before) && (isKeyword(typed) || /^-?\d[^\s|'"=]*$/.test(typed)));
  if (isBare) return typed;
  if (!typed.includes("'")) return `'${typed}'`;
  return typed.includes('"') ? undefined : `"${typed}"`;
}

function isKeyword(text: string): boolean {
  return text === "true" || text === "false" || text === "null";
}
