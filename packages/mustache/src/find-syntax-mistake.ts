import { explainForeignSection, type OpenedSection } from "./foreign-section.ts";
import { findUnclosedName } from "./find-unclosed-name.ts";
import type { ParseOptions } from "./parse-mustache.ts";
import { isExpression, readExpression, subjectText } from "./read-expression.ts";
import { delimiterAdvice, delimitersOf, readTag, standardDelimiters } from "./read-tag.ts";
import { readSnippetTag, takeClosed, type Opened } from "./open-tags.ts";

/** A mistake in a Mustache text: its character offset and the message. */
export type SyntaxMistake = { offset: number; message: string };

/** The types of tags that read from the data. */
const readingTypes = new Set(["name", "{", "&", "#", "^"]);

type OpenTag = Opened & {
  isInverted: boolean;
  offset: number;
  /** Whether it is in a layout's tags and in no block of them: text there is not printed. */
  isBetweenBlocks: boolean;
};

/** Adds the advice what to write instead to a message about a section of another template language. */
function about(section: OpenedSection, message: string): string {
  const instead = explainForeignSection(section);
  return instead === undefined ? message : `${message} ${instead}`;
}

/** The message about a closing tag of another section. A section with formats is closed by the name that it begins with. */
function closedTooLate({ name }: OpenedSection, closing: string, dialect: ParseOptions["dialect"]): string {
  const message = `The section "${name}" must be closed before "${closing}".`;
  const subject = subjectText(name);
  return dialect === 2 && isExpression(name) && readExpression(name).mistake === undefined
    ? `${message} Write {{/${subject}}}.`
    : message;
}

/**
 * The mistake of a layout or a block that is never closed; undefined for a block that is a name of the data, such as
 * `$id`. Blocks between the tags of a layout can be nothing else.
 */
function unclosedMistake({ kind, name, offset, isBetweenBlocks }: OpenTag): SyntaxMistake | undefined {
  if (kind === "section" || (kind === "block" && !isBetweenBlocks)) return undefined;
  return { offset, message: `The ${kind} "${name}" is opened but never closed: write {{/ ${name} }} after its text.` };
}

export type MistakeOptions = ParseOptions & {
  /** Whether the text is written by an author of snippets' tags, which composing replaces. The default is false. */
  takesSnippets?: boolean;
};

/**
 * Finds the first mistake in a Mustache text. Accepts exactly the texts that mustache.js accepts (a property test checks
 * this), gives the position of every mistake, and reads any text in linear time. Long delimiters are not supported and
 * count as mistakes, and so do partials in a text that takes no snippets. In dialect 2 a closing tag may be short, and an
 * expression that cannot be read is a mistake.
 */
export function findSyntaxMistake(
  text: string,
  { dialect = 2, takesSnippets = false }: MistakeOptions = {},
): SyntaxMistake | undefined {
  let delimiters = standardDelimiters;
  const open: OpenTag[] = [];
  let position = 0;

  function push(opened: Opened, offset: number, isInverted = false): void {
    const around = open.at(-1);
    const isBetweenBlocks = around?.kind === "layout" || (around?.kind === "section" && around.isBetweenBlocks);
    open.push({ ...opened, offset, isInverted, isBetweenBlocks });
  }

  for (;;) {
    const offset = text.indexOf(delimiters.open, position);
    if (offset === -1) break;
    const tag = readTag(text, offset + delimiters.open.length, delimiters);
    if (!tag) return { offset, message: `The tag opens with ${delimiters.open} but is never closed.` };
    position = tag.end;
    const { type, value } = tag;
    const unclosed =
      dialect === 2 && readingTypes.has(type) && !isExpression(value) ? findUnclosedName(value) : undefined;
    if (unclosed !== undefined) return { offset, message: unclosed };
    if (dialect === 2 && readingTypes.has(type) && isExpression(value)) {
      const { mistake } = readExpression(value);
      if (mistake) {
        const isSection = type === "#" || type === "^";
        const instead = isSection ? explainForeignSection({ name: value, isInverted: type === "^" }) : undefined;
        if (instead !== undefined) return { offset, message: instead };
        return { offset: tag.valueStart + mistake.offset, message: mistake.message };
      }
    }
    if (type === "#" || type === "^") push({ kind: "section", name: value }, offset, type === "^");
    else if (type === "/") {
      const section = open.at(-1);
      if (dialect === 1 && section && section.name !== value) {
        return { offset, message: about(section, closedTooLate(section, value, dialect)) };
      }
      const { closed, unclosed } = takeClosed(open, value);
      if (closed?.kind === "block" && open.at(-1)?.kind === "section" && closed.isBetweenBlocks) {
        const message = `The block "${value}" of a layout cannot be in a section: write the section into the block.`;
        return { offset: closed.offset, message };
      }
      for (const one of unclosed) {
        const mistake = unclosedMistake(one);
        if (mistake) return mistake;
      }
      if (!closed) {
        const around = open.at(-1);
        const message = around
          ? about(around, closedTooLate(around, value, dialect))
          : `The section "${value}" is closed but was not opened.`;
        return { offset, message };
      }
    } else if (type === ">" && !takesSnippets) {
      return { offset, message: `The snippet "${value}" cannot be used here: only saved templates take snippets.` };
    } else if (type === "=") {
      const next = delimitersOf(value);
      if (!next) return { offset, message: delimiterAdvice };
      delimiters = next;
    } else if (type === "name" && takesSnippets) {
      const opened = readSnippetTag(value);
      if (opened) push(opened, offset);
    }
  }
  for (const one of open.toReversed()) {
    const mistake = unclosedMistake(one);
    if (mistake) return mistake;
    if (one.kind !== "section") continue;
    return { offset: one.offset, message: about(one, `The section "${one.name}" is opened but never closed.`) };
  }
  return undefined;
}
