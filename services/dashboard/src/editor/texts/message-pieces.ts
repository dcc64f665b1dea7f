import { nameOf, parseMessage, TYPE } from "../../translations/model/parse-message.ts";

/** A part of a text: words, or a placeholder as written, such as `{due, date, long}`. */
export type MessagePiece = { words: string } | { placeholder: string };

/** The parts of a text that can be edited as words; undefined for one with cases, such as a plural, or a mistake. */
export function readMessagePieces(text: string): MessagePiece[] | undefined {
  const pieces: MessagePiece[] = [];
  for (const element of parseMessage(text) ?? [undefined]) {
    const location = element?.location;
    if (!element || !location || element.type === TYPE.plural || element.type === TYPE.select) return undefined;
    pieces.push(
      element.type === TYPE.literal
        ? { words: nameOf(element) }
        : { placeholder: text.slice(location.start.offset, location.end.offset) },
    );
  }
  return pieces;
}

/** Writes words so that ICU reads them as they are. */
function escapeWords(words: string): string {
  const first = words.search(/[{}]/);
  if (first !== -1) {
    // One quotation from the first brace to the last. Each apostrophe beside it could end or begin it.
    const last = Math.max(words.lastIndexOf("{"), words.lastIndexOf("}"));
    const doubled = [words.slice(0, first), words.slice(first, last + 1), words.slice(last + 1)].map((part) =>
      part.replaceAll("'", "''"),
    );
    return doubled.join("'");
  }
  return words.replaceAll(/'(?=['<>]|$)/g, "''");
}

/** The text of parts. */
export function writeMessagePieces(pieces: readonly MessagePiece[]): string {
  let text = "";
  let words = "";
  for (const piece of pieces) {
    // Words side by side are one: an apostrophe means something else at their end.
    if ("words" in piece) words += piece.words;
    else {
      text += escapeWords(words) + piece.placeholder;
      words = "";
    }
  }
  return text + escapeWords(words);
}
