import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";

export { TYPE, type MessageFormatElement };

/** ICU reads no dots in names such as `customer.name`; this character has the same length and is in no text. */
const dot = "\uE000";

/** The parts of an ICU message with their positions; undefined for a text with a mistake. */
export function parseMessage(text: string): MessageFormatElement[] | undefined {
  try {
    return parse(text.replaceAll(".", dot), { ignoreTag: true, captureLocation: true, shouldParseSkeletons: false });
  } catch {
    return undefined;
  }
}

/** A name as the text has it. */
export function nameOf({ value }: { value: string }): string {
  return value.replaceAll(dot, ".");
}
