import { listTags } from "@platen/mustache";
import { createFinder } from "./find-next.ts";
import { readDirective } from "./languages/list-blade-tags.ts";
import { findMarkup, leftMark, type IsMarkup } from "./languages/leave-tag.ts";

/** A tag of another system that an import has left in a text, because Platen has no equal. */
export type LeftTag = {
  start: number;
  end: number;
  /** The tag as its author wrote it; without its braces where a comment holds it. */
  tag: string;
  /** Prints the same and is no tag of any system; undefined for a tag in a comment, which prints nothing. */
  asText: string | undefined;
};

/** A longer text between marks is no tag. */
const longest = 2_000;
const brace = "&#123;";
/** Cheap to find, so that other templates cost nothing. */
const traces = [brace + brace, "{%", "{d.", "{d[", "{c.", "{!!", "@", leftMark];

/** Lists the tags of other systems that are left in HTML, in their order. */
export function listLeftTags(html: string): LeftTag[] {
  if (!traces.some((trace) => html.includes(trace))) return [];
  const tags = listTags(html);
  const find = createFinder(html);
  let isMarkup: IsMarkup | undefined;
  const found: LeftTag[] = [];
  let position = 0;
  for (const tag of [...tags, { kind: "end", start: html.length, end: html.length, name: "" }]) {
    for (const left of leftBetween(html, position, tag.start, find)) {
      isMarkup ??= findMarkup(html, tags);
      if (!isMarkup(left.start)) found.push(left);
    }
    position = tag.end;
    if (tag.kind === "comment" && tag.name.startsWith(leftMark)) {
      found.push({ start: tag.start, end: tag.end, tag: tag.name.slice(leftMark.length), asText: undefined });
    }
  }
  return found;
}

const closings: Readonly<Record<string, string>> = { "{%": "%}", "{!": "!!}" };

/** A beginning of a tag, and the mark that ends it. */
const opening = /(?:&#123;){2,4}|\{%[-~+]?\s*(?=[a-z])|\{(?:d\.|d\[|c\.)|\{!!|@(?=[a-z])/g;

function* leftBetween(
  html: string,
  from: number,
  to: number,
  find: (text: string, from: number) => number,
): Generator<LeftTag> {
  const text = html.slice(from, to);
  let position = 0;
  for (const { 0: opened, index } of text.matchAll(opening)) {
    if (index < position) continue;
    const start = from + index;
    if (opened === "@") {
      const end = readDirective(html, start)?.end;
      if (end === undefined || end > to) continue;
      position = end - from;
      const tag = html.slice(start, end);
      yield { start, end, tag, asText: `&#64;${tag.slice(1)}` };
      continue;
    }
    const braces = opened.startsWith(brace) ? opened.length / brace.length : 0;
    const mark = braces > 0 ? "}".repeat(braces) : (closings[opened.slice(0, 2)] ?? "}");
    const closed = find(mark, start + opened.length);
    const end = closed + mark.length;
    if (closed === -1 || end > to || closed - start > longest) continue;
    position = end - from;
    const inner = html.slice(start + opened.length, closed);
    if (inner.includes("{") || (mark === "}" && /[<>\n]/.test(inner))) continue;
    const written = html.slice(start, end);
    const tag = braces > 0 ? `${"{".repeat(braces)}${inner}${mark}` : written;
    yield { start, end, tag, asText: asText(written, braces) };
  }
}

function asText(written: string, braces: number): string {
  if (braces === 0) return `${brace}${written.slice(1)}`;
  // Two entities in a row are a tag that is left, and two braces are a tag.
  const pieces = ["{", brace, "{", brace].slice(0, braces);
  return `${pieces.join("")}${written.slice(braces * brace.length)}`;
}
