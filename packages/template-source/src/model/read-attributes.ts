import type { Tag } from "@platen/mustache";
import type { Attribute, Range } from "./nodes.ts";

/** Mustache tags by their start. */
export type TagsByStart = ReadonlyMap<number, Tag>;

const space = /[\s/]/;
const addsText = new Set<Tag["kind"]>(["variable", "raw"]);

/** The end of the name in a start tag. The name may contain Mustache, as in `<h{{level}}>`. */
export function endOfName(html: string, { start, end }: Range, tags: TagsByStart): number {
  let position = start + 1;
  while (position < end - 1 && !space.test(html.charAt(position))) {
    const tag = tags.get(position);
    if (tag && !addsText.has(tag.kind)) break;
    position = tag ? tag.end : position + 1;
  }
  return position;
}

/** Reads the attributes of a start tag whose name ends at `nameEnd`. Each Mustache tag counts as one character. */
export function readAttributes(html: string, { end: tagEnd }: Range, nameEnd: number, tags: TagsByStart): Attribute[] {
  const end = tagEnd - 1;
  const attributes: Attribute[] = [];
  let position = nameEnd;
  let depth = 0;

  /** Skips to the first character for which `stops` is true, and never stops inside Mustache. */
  function skipUntil(stops: (character: string, tag: Tag | undefined) => boolean): void {
    while (position < end) {
      const tag = tags.get(position);
      if (stops(html.charAt(position), tag)) return;
      position = tag ? tag.end : position + 1;
    }
  }

  function skipSpace(): void {
    skipUntil((character, tag) => tag !== undefined || !/\s/.test(character));
  }

  function readValue(): Pick<Attribute, "value" | "quote"> {
    const quote = html.charAt(position);
    const isQuoted = quote === '"' || quote === "'";
    if (isQuoted) position += 1;
    const start = position;
    skipUntil((character, tag) => !tag && (isQuoted ? character === quote : /\s/.test(character)));
    const value = { start, end: Math.min(position, end) };
    if (isQuoted) position += 1;
    return { value, quote: isQuoted ? quote : "" };
  }

  while (position < end) {
    const tag = tags.get(position);
    if (tag && !addsText.has(tag.kind)) {
      if (tag.kind === "section" || tag.kind === "inverted") depth += 1;
      if (tag.kind === "close") depth -= 1;
      position = tag.end;
      continue;
    }
    if (!tag && space.test(html.charAt(position))) {
      position += 1;
      continue;
    }
    const start = position;
    const isConditional = depth > 0;
    // An equals sign at the start is part of the name.
    if (!tag) position += 1;
    skipUntil((character, tag) => (tag ? !addsText.has(tag.kind) : character === "=" || space.test(character)));
    const nameEnd = position;
    const written = html.slice(start, nameEnd);
    skipSpace();
    let value: Pick<Attribute, "value" | "quote"> = { value: undefined, quote: "" };
    if (html.charAt(position) === "=" && position < end) {
      position += 1;
      skipSpace();
      value = readValue();
    } else position = nameEnd;
    const name = written.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    attributes.push({ name, start, end: value.value ? Math.min(position, end) : nameEnd, ...value, isConditional });
  }
  return attributes;
}
