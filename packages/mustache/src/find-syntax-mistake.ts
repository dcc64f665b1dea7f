import { explainForeignSection, type OpenedSection } from "./foreign-section.ts";
import type { ParseOptions } from "./parse-mustache.ts";
import { closesSection } from "./plain-sections.ts";
import { isExpression, readExpression, subjectText } from "./read-expression.ts";
import { delimiterAdvice, delimitersOf, readTag, standardDelimiters } from "./read-tag.ts";

/** A mistake in a Mustache text: its character offset and the message. */
export type SyntaxMistake = { offset: number; message: string };

/** The types of tags that read from the data. */
const readingTypes = new Set(["name", "{", "&", "#", "^"]);

type Section = OpenedSection & { offset: number };

/** Adds the advice what to write instead to a message about a section of another template language. */
function about(section: Section, message: string): string {
  const instead = explainForeignSection(section);
  return instead === undefined ? message : `${message} ${instead}`;
}

/** The message about a closing tag of another section. A section with formats is closed by the name that it begins with. */
function closedTooLate({ name }: Section, closing: string, dialect: ParseOptions["dialect"]): string {
  const message = `The section "${name}" must be closed before "${closing}".`;
  const subject = subjectText(name);
  return dialect === 2 && isExpression(name) && readExpression(name).mistake === undefined
    ? `${message} Write {{/${subject}}}.`
    : message;
}

/**
 * Finds the first mistake in a Mustache text. Accepts exactly the texts that mustache.js accepts (a property test checks
 * this), gives the position of every mistake, and reads any text in linear time. Partials and long delimiters are not
 * supported and count as mistakes. In dialect 2 a closing tag may be short, and an expression that cannot be read is a
 * mistake.
 */
export function findSyntaxMistake(text: string, { dialect = 2 }: ParseOptions = {}): SyntaxMistake | undefined {
  let delimiters = standardDelimiters;
  const sections: Section[] = [];
  let position = 0;
  for (;;) {
    const offset = text.indexOf(delimiters.open, position);
    if (offset === -1) break;
    const tag = readTag(text, offset + delimiters.open.length, delimiters);
    if (!tag) return { offset, message: `The tag opens with ${delimiters.open} but is never closed.` };
    position = tag.end;
    const { type, value } = tag;
    if (dialect === 2 && readingTypes.has(type) && isExpression(value)) {
      const { mistake } = readExpression(value);
      if (mistake) {
        const isSection = type === "#" || type === "^";
        const instead = isSection ? explainForeignSection({ name: value, isInverted: type === "^" }) : undefined;
        if (instead !== undefined) return { offset, message: instead };
        return { offset: tag.valueStart + mistake.offset, message: mistake.message };
      }
    }
    if (type === "#" || type === "^") sections.push({ name: value, isInverted: type === "^", offset });
    else if (type === "/") {
      const section = sections.pop();
      if (!section) return { offset, message: `The section "${value}" is closed but was not opened.` };
      if (dialect === 2 ? !closesSection(value, section.name) : section.name !== value) {
        return { offset, message: about(section, closedTooLate(section, value, dialect)) };
      }
    } else if (type === ">") {
      return {
        offset,
        message: `The partial "${value}" is not supported: templates have no partials. Replace the tag by the HTML.`,
      };
    } else if (type === "=") {
      const next = delimitersOf(value);
      if (!next) return { offset, message: delimiterAdvice };
      delimiters = next;
    }
  }
  const unclosed = sections.pop();
  if (!unclosed) return undefined;
  const message = about(unclosed, `The section "${unclosed.name}" is opened but never closed.`);
  return { offset: unclosed.offset, message };
}
