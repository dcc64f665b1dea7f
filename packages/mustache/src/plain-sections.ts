import { listTags } from "./list-tags.ts";
import { isExpression, subjectText } from "./read-expression.ts";

/**
 * Writes the subject alone into section tags with formats and their closing tags: mustache.js demands that both say the
 * same. Blanks fill the rest of each tag, so that every offset stays that of the author's text. `names` has the texts
 * as written, by the start of the opening tag.
 */
export function plainSections(source: string): { text: string; names: ReadonlyMap<number, string> } {
  const names = new Map<number, string>();
  const open: string[] = [];
  const pieces: string[] = [];
  let position = 0;
  for (const { kind, name, start, nameStart } of listTags(source)) {
    if (kind === "layout" || kind === "block") {
      open.push(name);
      continue;
    }
    if (kind === "section" || kind === "inverted") {
      open.push(name);
      if (isExpression(name)) names.set(start, name);
    } else if (kind !== "close" || open.pop() !== name) continue;
    const subject = subjectText(name);
    if (subject === name) continue;
    pieces.push(source.slice(position, nameStart), subject.padEnd(name.length));
    position = nameStart + name.length;
  }
  if (position === 0) return { text: source, names };
  pieces.push(source.slice(position));
  return { text: pieces.join(""), names };
}
