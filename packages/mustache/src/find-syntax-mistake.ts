import { delimitersOf, readTag, standardDelimiters } from "./read-tag.ts";

/** A mistake in a Mustache text: where, as a character offset, and what. */
export type SyntaxMistake = { offset: number; message: string };

type Section = { name: string; offset: number };

/**
 * Finds the first mistake in a Mustache text. It takes exactly what mustache.js takes (a property test holds it to
 * that), but says where every mistake is, and reads any text in linear time. Partials are a mistake: there are none.
 */
export function findSyntaxMistake(text: string): SyntaxMistake | undefined {
  let delimiters = standardDelimiters;
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
      const next = delimitersOf(value);
      if (!next) return { offset, message: "A tag that sets delimiters names two of them, such as {{=<% %>=}}." };
      delimiters = next;
    }
  }
  const unclosed = sections.pop();
  return unclosed && { offset: unclosed.offset, message: `The section "${unclosed.name}" is opened but never closed.` };
}
