import { listTags, type Tag } from "@platen/mustache";

/** Stands in the place of a tag. CSS takes it for part of a word, and HTML for none of its marks. */
export const mask = "\uFFFD";

/** A text of a template, and the same text with its tags masked, character by character. */
export type TaggedText = {
  text: string;
  masked: string;
  tags: readonly Tag[];
  /** The index of the first tag that ends after an offset. */
  tagFrom(offset: number): number;
  /** Whether an offset is inside a section. */
  isInSection(offset: number): boolean;
};

/** Masks the tags of a text, so that readers of HTML and CSS do not stumble over what is in them. */
export function taggedText(text: string, { isMustache }: { isMustache: boolean }): TaggedText {
  const tags = isMustache ? listTags(text) : [];
  let masked = "";
  let position = 0;
  const depths: number[] = [];
  let depth = 0;
  for (const { kind, start, end } of tags) {
    masked += text.slice(position, start) + mask.repeat(end - start);
    position = end;
    if (kind === "section" || kind === "inverted") depth += 1;
    else if (kind === "close") depth -= 1;
    depths.push(depth);
  }
  masked += text.slice(position);

  /** Halves the list until the tag is found. */
  function tagFrom(offset: number): number {
    let low = 0;
    let high = tags.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tags[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return { text, masked, tags, tagFrom, isInSection: (offset) => (depths[tagFrom(offset) - 1] ?? 0) > 0 };
}
