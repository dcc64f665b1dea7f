import { MustacheError } from "@platen/mustache";

/** The longest text that a format makes, in characters. */
const maxLength = 10_000_000;

/** Joins texts; refuses a result that is too long before it takes memory. */
export function joinTexts(texts: readonly string[], separator: string): string {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  if (length > maxLength) {
    throw new MustacheError("too_large", `A format of the template makes a text of more than ${maxLength} characters.`);
  }
  return texts.join(separator);
}
