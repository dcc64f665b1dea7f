import type { MessagePiece } from "@platen/template-source";
import { nameOf, parseMessage, TYPE } from "../../translations/model/parse-message.ts";

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
