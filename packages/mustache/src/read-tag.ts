export type Delimiters = { open: string; close: string };

export const standardDelimiters: Delimiters = { open: "{{", close: "}}" };

type RawTag = { type: string; value: string; valueStart: number; end: number };

const types = new Set(["#", "^", "/", ">", "{", "&", "=", "!"]);

/** The index of the first character at or after `from` that is not white space. */
function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && /\s/.test(text.charAt(index))) index += 1;
  return index;
}

/** Reads the tag whose opening delimiter ends at `from`; undefined for a tag that is never closed. */
export function readTag(text: string, from: number, { close }: Delimiters): RawTag | undefined {
  let index = skipSpace(text, from);
  const type = types.has(text.charAt(index)) ? text.charAt(index) : "name";
  if (type !== "name") index = skipSpace(text, index + 1);
  let valueEnd = text.indexOf(close, index);
  let closeAt = valueEnd;
  if (type === "{") {
    valueEnd = text.indexOf(`}${close}`, index);
    closeAt = valueEnd === -1 ? -1 : valueEnd + 1;
  } else if (type === "=") {
    valueEnd = text.indexOf("=", index);
    closeAt = valueEnd === -1 ? -1 : text.indexOf(close, valueEnd + 1);
  }
  if (closeAt === -1) return undefined;
  return { type, value: text.slice(index, valueEnd).trimEnd(), valueStart: index, end: closeAt + close.length };
}

/** The search for a longer delimiter would take a time that grows with the product of both lengths. */
const longestDelimiter = 16;

/** The advice for a tag of type `=` whose delimiters are refused. */
export const delimiterAdvice = `A tag that sets delimiters must name two of at most ${longestDelimiter} characters, such as {{=<% %>=}}.`;

/** The delimiters in a tag of type `=`; undefined if it does not name two, or a long one. */
export function delimitersOf(value: string): Delimiters | undefined {
  const [open = "", close = ""] = value.split(/\s+/, 2);
  const areShort = [open, close].every(({ length }) => length > 0 && length <= longestDelimiter);
  return areShort ? { open, close } : undefined;
}
