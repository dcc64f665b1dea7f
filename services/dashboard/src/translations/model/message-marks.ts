import { nameOf, parseMessage, TYPE, type MessageFormatElement } from "./parse-message.ts";

/** A part of a text that the data fills. */
export type Mark = { start: number; end: number };

function collect(elements: readonly MessageFormatElement[], marks: Mark[]): void {
  for (const element of elements) {
    const { location } = element;
    if (element.type === TYPE.literal || element.type === TYPE.tag || !location) continue;
    const [start, end] = [location.start.offset, location.end.offset];
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const options = Object.values(element.options);
      // Only the head is marked: its cases are words to translate.
      marks.push({ start, end: start + 1 + nameOf(element).length });
      for (const { value } of options) collect(value, marks);
    } else marks.push({ start, end });
  }
}

const inPlural = ["{n, plural, other {", "}}"] as const;

/** The placeholders of a text, in order. `#` is one in a case of a plural. A text with a mistake has none. */
export function messageMarks(text: string, isCaseOfPlural = false): Mark[] {
  const [before, after] = isCaseOfPlural ? inPlural : ["", ""];
  const elements = parseMessage(`${before}${text}${after}`);
  if (!elements) return [];
  const marks: Mark[] = [];
  collect(elements, marks);
  return marks
    .slice(isCaseOfPlural ? 1 : 0)
    .map(({ start, end }) => ({ start: start - before.length, end: end - before.length }))
    .toSorted((one, other) => one.start - other.start);
}
