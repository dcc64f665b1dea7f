import type { Tag } from "@platen/mustache";
import type { HtmlToken } from "./list-html-tokens.ts";

/**
 * The HTML context of a Mustache tag: `text`; `raw text` without elements, as in a title or a stylesheet; inside a
 * `tag`; inside a `comment` or doctype; or `markup`, where the value would become part of a tag, as in `<{{name}}>`.
 */
export type TagContext = "text" | "raw text" | "tag" | "comment" | "markup";

export type TagContexts = ReadonlyMap<Tag, TagContext>;

/** A character from the private use area. A template may contain it too, because the positions of tags are known. */
const filler = "\uE000";

/** Replaces each Mustache tag by as many meaningless characters, so that all offsets stay the same. */
export function withoutMustache(html: string, tags: readonly Tag[]): string {
  return replaceTags(html, tags, ({ start, end }) => filler.repeat(end - start));
}

/** Finds the context of each Mustache tag, from the tokens of the same HTML without Mustache. */
export function findTagContexts(html: string, tags: readonly Tag[], tokens: readonly HtmlToken[]): TagContexts {
  let index = 0;
  function contextOf({ start }: Tag): TagContext {
    for (let token = tokens[index]; token && token.end <= start; token = tokens[index]) index += 1;
    const token = tokens[index];
    if (token && token.start <= start) {
      return token.kind === "comment" || token.kind === "doctype" ? "comment" : "tag";
    }
    if (tokens[index - 1]?.opensRawText) return "raw text";
    // An incomplete tag or entity before the Mustache tag.
    return /<\/?$|&#?$/.test(html.slice(Math.max(0, start - 2), start)) ? "markup" : "text";
  }
  return new Map(tags.map((tag) => [tag, contextOf(tag)]));
}

/**
 * Replaces each Mustache tag by a placeholder that the HTML parser leaves in place, even in a table: a comment in text,
 * white space for a section tag inside an HTML tag, and meaningless characters elsewhere.
 */
export function withPlaceholders(html: string, tags: readonly Tag[], contexts: TagContexts): string {
  return replaceTags(html, tags, (tag) => {
    const length = tag.end - tag.start;
    const context = contexts.get(tag);
    // The parser reads `<?` as a comment, which may be short.
    if (context === "text" && length >= 3) return `<?${filler.repeat(length - 3)}>`;
    const addsText = tag.kind === "variable" || tag.kind === "raw";
    return (context === "tag" && !addsText ? " " : filler).repeat(length);
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
