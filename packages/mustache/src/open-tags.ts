import { isExpression, subjectText } from "./read-expression.ts";

/** Whether a closing tag with this text closes the section. It may repeat the whole text or only the subject. */
export function closesSection(text: string, section: string): boolean {
  return text === section || (section.includes("|") && text === subjectText(section));
}

/** Reads the text of a tag without a sigil of Mustache as the opening tag of a layout or a block; undefined for others. */
export function readSnippetTag(text: string): { kind: "layout" | "block"; name: string } | undefined {
  const kind = text.startsWith("<") ? "layout" : text.startsWith("$") ? "block" : undefined;
  if (!kind || isExpression(text)) return undefined;
  const name = text.slice(1).trimStart();
  return name === "" ? undefined : { kind, name };
}

/** Something that a closing tag closes. */
export type Opened = { kind: "section" | "layout" | "block"; name: string };

/**
 * Takes what a closing tag closes from the opened ones. Layouts and blocks that are still open inside it are returned
 * too: their tags are names of the data, such as `$id`. Without a match, the innermost section stays open.
 */
export function takeClosed<T extends Opened>(open: T[], name: string): { closed?: T; unclosed: T[] } {
  const unclosed: T[] = [];
  for (;;) {
    const last = open.at(-1);
    if (!last) return { unclosed };
    const isClosed = last.kind === "section" ? closesSection(name, last.name) : name === last.name;
    if (!isClosed && last.kind === "section") return { unclosed };
    open.pop();
    if (isClosed) return { closed: last, unclosed };
    unclosed.push(last);
  }
}
