import { createFinder } from "../find-next.ts";

/** Longer texts between such braces are no tags. */
const longest = 2_000;

const ends: Readonly<Record<string, string>> = { "{{": "}}", "{%": "%}", "{#": "#}" };

/**
 * Puts letters in place of the marks of HTML inside of template tags, so that a reader of HTML sees a tag as a word. Every
 * offset stays.
 */
export function maskTags(html: string): string {
  const find = createFinder(html);
  const pieces: string[] = [];
  let position = 0;
  let at = html.indexOf("{");
  while (at !== -1) {
    const end = ends[html.slice(at, at + 2)];
    const closed = end === undefined ? -1 : find(end, at + 2);
    if (end === undefined || closed === -1 || closed - at > longest) {
      at = html.indexOf("{", at + 1);
      continue;
    }
    const tagEnd = closed + end.length;
    pieces.push(html.slice(position, at), html.slice(at, tagEnd).replaceAll(/[<>"'=/\s]/g, "_"));
    position = tagEnd;
    at = html.indexOf("{", tagEnd);
  }
  pieces.push(html.slice(position));
  return pieces.join("");
}
