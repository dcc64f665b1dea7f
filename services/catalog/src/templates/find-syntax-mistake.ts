/** A mistake in a Mustache text: where, as a character offset, and what. */
export type SyntaxMistake = { offset: number; message: string };

type Delimiters = { open: string; close: string };
type Section = { name: string; offset: number };
type Tag = { type: string; value: string; end: number };

const types = new Set(["#", "^", "/", ">", "{", "&", "=", "!"]);

/** The index of the first character at or after `from` that is no white space. */
function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && /\s/.test(text.charAt(index))) index += 1;
  return index;
}

/** Reads the tag whose opening delimiter ends at `from`; undefined when it is never closed. */
function readTag(text: string, from: number, { close }: Delimiters): Tag | undefined {
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

/**
 * Finds the first mistake in a Mustache text. It takes exactly what mustache.js takes (a property test holds it to
 * that), but says where every mistake is, and reads any text in linear time. Partials are a mistake: there are none.
 */
export function findSyntaxMistake(text: string): SyntaxMistake | undefined {
  let delimiters: Delimiters = { open: "{{", close: "}}" };
  const sections: Section[] = [];
  let position = 0;
  for (;;) {
    const offset = text.indexOf(delimiters.open, position);
    if (offset === -1) break;
    const tag = readTag(text, offset + delimiters.open.length, delimiters);
    if (!tag) return { offset, message: `The tag is opened with ${delimiters.open} but never closed.` };
    position = tag.end;
    const { type, value } = tag;
    if (type === "#" || type === "^") sections.push({ name: value, offset });
    else if (type === "/") {
      const section = sections.pop();
      if (!section) return { offset, message: `The section "${value}" is closed but was not opened.` };
      if (section.name !== value) {
        return { offset, message: `The section "${section.name}" must be closed before "${value}".` };
      }
    } else if (type === ">") {
      return { offset, message: `The partial "${value}" cannot be used: templates have no partials.` };
    } else if (type === "=") {
      const [open, close] = value.split(/\s+/);
      if (open === undefined || close === undefined || open === "" || close === "") {
        return { offset, message: "A tag that sets delimiters names two of them, such as {{=<% %>=}}." };
      }
      delimiters = { open, close };
    }
  }
  const unclosed = sections.pop();
  return unclosed && { offset: unclosed.offset, message: `The section "${unclosed.name}" is opened but never closed.` };
}
