import { explainForeignSection, type OpenedSection } from "./foreign-section.ts";
import { delimitersOf, readTag, standardDelimiters } from "./read-tag.ts";

/** A mistake in a Mustache text: where, as a character offset, and what. */
export type SyntaxMistake = { offset: number; message: string };

type Section = OpenedSection & { offset: number };

/** A message about a section, with what to write where it is another template language's. */
function about(section: Section, message: string): string {
  const instead = explainForeignSection(section);
  return instead === undefined ? message : `${message} ${instead}`;
}

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
    if (type === "#" || type === "^") sections.push({ name: value, isInverted: type === "^", offset });
    else if (type === "/") {
      const section = sections.pop();
      if (!section) return { offset, message: `The section "${value}" is closed but was not opened.` };
      if (section.name !== value) {
        return { offset, message: about(section, `The section "${section.name}" must be closed before "${value}".`) };
      }
    } else if (type === ">") {
      return {
        offset,
        message: `The partial "${value}" cannot be used: templates have no partials. Write its HTML in its place.`,
      };
    } else if (type === "=") {
      const next = delimitersOf(value);
      if (!next) return { offset, message: "A tag that sets delimiters names two of them, such as {{=<% %>=}}." };
      delimiters = next;
    }
  }
  const unclosed = sections.pop();
  if (!unclosed) return undefined;
  const message = about(unclosed, `The section "${unclosed.name}" is opened but never closed.`);
  return { offset: unclosed.offset, message };
}
