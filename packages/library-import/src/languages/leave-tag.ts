import { listElements } from "../html/list-elements.ts";

/** Begins the comment that stands for a tag without an equal where the tag as a text would do harm. */
export const leftMark = "To rewrite: ";

/** Braces that open a tag of Platen too, however many. */
const openingBraces = /^\{{2,4}/;

/** Whether a text at an offset is part of a tag of HTML, of CSS or of a script. */
export type IsMarkup = (offset: number) => boolean;

/**
 * What stands in the place of a tag without an equal. Among text it stays visible, and Platen takes it for no tag of its
 * own. In markup, such as an attribute or CSS, it would end what it is part of: there, a comment of Mustache holds it.
 */
export function leaveTag(written: string, isMarkup: boolean): string {
  if (!isMarkup) return written.replace(openingBraces, (braces) => "&#123;".repeat(braces.length));
  const inner = openingBraces.test(written) ? written.replace(openingBraces, "").replace(/\}{2,4}$/, "") : written;
  return `{{! ${leftMark}${inner.replaceAll("}}", "} }").trim()} }}`;
}

/** Finds out which tags of a text stand in markup. A reader of HTML sees each tag as a word. */
export function findMarkup(source: string, tags: readonly { start: number; end: number }[]): IsMarkup {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of tags) {
    if (start < position) continue;
    pieces.push(source.slice(position, start), "_".repeat(end - start));
    position = end;
  }
  pieces.push(source.slice(position));
  const ranges = listElements(pieces.join("")).flatMap(({ name, start, tagEnd, content }) => [
    { start, end: tagEnd },
    ...(content && (name === "style" || name === "script") ? [content] : []),
  ]);
  return (offset) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const last = ranges[low - 1];
    return last !== undefined && offset < last.end;
  };
}
