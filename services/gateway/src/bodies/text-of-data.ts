import type { SentJson } from "@platen/http/parse-json";

const decoder = new TextDecoder();

/** The text of a body's `data` as it was sent, which has all digits of its numbers; undefined for a body without it. */
export function textOfData({ data }: Pick<SentJson, "data">): string | undefined {
  return data && decoder.decode(data);
}
