import { delimitersOf, readTag, standardDelimiters, type Delimiters } from "./read-tag.ts";

/** A Mustache tag as written, from its opening delimiter to the end of its closing one. */
export type Tag = {
  /** `variable` is escaped, `raw` is not; `delimiters` sets delimiters from its end on. */
  kind: "variable" | "raw" | "section" | "inverted" | "close" | "comment" | "delimiters" | "partial";
  /** What it names; of a comment its text, of `delimiters` both. */
  name: string;
  start: number;
  end: number;
};

const kinds: Record<string, Tag["kind"]> = {
  name: "variable",
  "{": "raw",
  "&": "raw",
  "#": "section",
  "^": "inverted",
  "/": "close",
  "!": "comment",
  "=": "delimiters",
  ">": "partial",
};

/**
 * Lists the tags of a Mustache text in their order, whether sections nest or not. It ends before the first tag that is
 * never closed or sets delimiters that are none.
 */
export function listTags(source: string): Tag[] {
  let delimiters = standardDelimiters;
  const tags: Tag[] = [];
  let position = 0;
  for (;;) {
    const start = source.indexOf(delimiters.open, position);
    const tag = start === -1 ? undefined : readTag(source, start + delimiters.open.length, delimiters);
    if (!tag) return tags;
    const next = tag.type === "=" ? delimitersOf(tag.value) : delimiters;
    if (!next) return tags;
    delimiters = next;
    position = tag.end;
    tags.push({ kind: kinds[tag.type] ?? "variable", name: tag.value, start, end: tag.end });
  }
}

/** The delimiters in force at an offset of the text that the tags are of. */
export function delimitersAt(tags: readonly Tag[], offset: number): Delimiters {
  const setter = tags.findLast(({ kind, end }) => kind === "delimiters" && end <= offset);
  return (setter && delimitersOf(setter.name)) ?? standardDelimiters;
}
