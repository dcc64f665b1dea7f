import type { Tag } from "@platen/mustache";
import type { HtmlToken } from "./list-html-tokens.ts";

/**
 * Where a Mustache tag stands: in `text`; in text in which no element can be (`raw text`, of a title or a style sheet);
 * in a `tag`; in a `comment` or doctype; or where its value would become part of a tag: `<{{name}}>`.
 */
export type MustachePlace = "text" | "raw text" | "tag" | "comment" | "markup";

export type MustachePlaces = ReadonlyMap<Tag, MustachePlace>;

/** Characters that no author's tag is named by; where they stand is known, so a text may hold them, too. */
const filler = "\uE000";

/** Puts characters that mean nothing to HTML in the place of each Mustache tag. Every other character keeps its place. */
export function withoutMustache(html: string, tags: readonly Tag[]): string {
  return replaceTags(html, tags, ({ start, end }) => filler.repeat(end - start));
}

/** Tells where each Mustache tag stands, given the tokens of the same HTML without Mustache. */
export function findPlaces(html: string, tags: readonly Tag[], tokens: readonly HtmlToken[]): MustachePlaces {
  let index = 0;
  function placeOf({ start }: Tag): MustachePlace {
    for (let token = tokens[index]; token && token.end <= start; token = tokens[index]) index += 1;
    const token = tokens[index];
    if (token && token.start <= start) {
      return token.kind === "comment" || token.kind === "doctype" ? "comment" : "tag";
    }
    if (tokens[index - 1]?.opensRawText) return "raw text";
    // The start of a tag or of an entity, which needs what Mustache will write.
    return /<\/?$|&#?$/.test(html.slice(Math.max(0, start - 2), start)) ? "markup" : "text";
  }
  return new Map(tags.map((tag) => [tag, placeOf(tag)]));
}

/**
 * Puts something in the place of each Mustache tag that the HTML parser leaves there, even in a table: a comment in
 * text, white space for what adds no text within a tag, letters elsewhere.
 */
export function withStandIns(html: string, tags: readonly Tag[], places: MustachePlaces): string {
  return replaceTags(html, tags, (tag) => {
    const length = tag.end - tag.start;
    const place = places.get(tag);
    // What begins so is a comment to the parser, and it may be short.
    if (place === "text" && length >= 3) return `<?${filler.repeat(length - 3)}>`;
    const addsText = tag.kind === "variable" || tag.kind === "raw";
    return (place === "tag" && !addsText ? " " : filler).repeat(length);
  });
}

function replaceTags(html: string, tags: readonly Tag[], replacement: (tag: Tag) => string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const tag of tags) {
    pieces.push(html.slice(position, tag.start), replacement(tag));
    position = tag.end;
  }
  pieces.push(html.slice(position));
  return pieces.join("");
}
