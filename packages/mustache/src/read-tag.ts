export type Delimiters = { open: string; close: string };

export const standardDelimiters: Delimiters = { open: "{{", close: "}}" };

type RawTag = { type: string; value: string; end: number };

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
  return { type, value: text.slice(index, valueEnd).trimEnd(), end: closeAt + close.length };
}

/** The delimiters in a tag of type `=`. */
export function delimitersOf(value: string): Delimiters | undefined {
  const [open, close] = value.split(/\s+/);
  return open === undefined || close === undefined || open === "" || close === "" ? undefined : { open, close };
}
