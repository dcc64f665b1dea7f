import { delimitersAt } from "@platen/mustache";
import { readMessage } from "@platen/formats";
import { writeMessagePieces, type MessagePiece } from "./write-message-pieces.ts";
import { makeEdit, type Edit } from "./edit.ts";
import type { ElementNode, Range, Template } from "../model/nodes.ts";
import { decodeWritten } from "../model/written-text.ts";

/** The content of an element that one text of translations can replace. */
export type Translatable = {
  /** From the first to the last character that is not white space. */
  range: Range;
  /** The text as a message, with the variables as placeholders. */
  message: string;
};

const plainName = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** Whether HTML joins a character with white space around it. */
function isSpace(character: string): boolean {
  return " \t\r\n\f".includes(character);
}

/** The text of an element, if it has only words and variables with plain names; undefined otherwise. */
export function translatableIn(template: Template, { children, close }: ElementNode): Translatable | undefined {
  if (!close) return undefined;
  const pieces: MessagePiece[] = [];
  const { html, tags } = template;
  for (const child of children) {
    if (child.kind === "text")
      pieces.push({ words: decodeWritten(html, child, tags).replaceAll(/[ \t\r\n\f]+/g, " ") });
    else if (child.kind === "variable" && child.isEscaped && plainName.test(child.name)) {
      pieces.push({ placeholder: `{${child.name}}` });
    } else return undefined;
  }
  const [first, last] = [children[0], children.at(-1)];
  if (!first || !last || !pieces.some((piece) => "words" in piece && piece.words.trim() !== "")) return undefined;
  let { start } = first;
  let { end } = last;
  while (start < end && isSpace(html.charAt(start))) start += 1;
  while (end > start && isSpace(html.charAt(end - 1))) end -= 1;
  const message = writeMessagePieces(pieces).replace(/^ /, "").replace(/ $/, "");
  return readMessage(message).mistake ? undefined : { range: { start, end }, message };
}

/** Replaces the text of an element by a tag with a key. */
export function makeTranslatable(template: Template, element: ElementNode, key: string): Edit | undefined {
  const range = translatableIn(template, element)?.range;
  if (!range) return undefined;
  const { open, close } = delimitersAt(template.tags, range.start);
  return makeEdit(template, [{ ...range, text: `${open}@t.${key}${close}` }], element);
}

const mostWords = 4;

/** A key for a text, from its first words, which is not one of the others. */
export function suggestKey(message: string, isFree: (key: string) => boolean): string {
  const words = message
    .replaceAll(/\{[^{}]*\}/g, " ")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const name = (words ?? ["text"]).slice(0, mostWords).join("-").slice(0, 40);
  let key = name;
  for (let count = 2; !isFree(key); count += 1) key = `${name}-${count}`;
  return key;
}
