import type { Expression } from "./expression.ts";
import { isExpression, readExpression } from "./read-expression.ts";
import { delimitersOf, readTag, standardDelimiters, type Delimiters } from "./read-tag.ts";
import { readSnippetTag, takeClosed, type Opened } from "./open-tags.ts";

/** A Mustache tag as written, from its opening delimiter to the end of its closing one. */
export type Tag = {
  /**
   * `variable` is escaped, `raw` is not; `delimiters` sets delimiters from its end on. `partial` names a snippet. `layout`
   * opens a snippet whose blocks are replaced, and `block` a text that can be replaced: `{{$ name }}`. Both are closed
   * like sections. Without its closing tag, `$ name` is a name of the data.
   */
  kind:
    | "variable"
    | "raw"
    | "section"
    | "inverted"
    | "close"
    | "comment"
    | "delimiters"
    | "partial"
    | "layout"
    | "block";
  /** The name in the tag, the text of a comment, or both new delimiters. */
  name: string;
  /** What the text in the tag says; undefined for a plain name and for a text with a mistake. */
  expression?: Expression;
  start: number;
  end: number;
  /** Where the name starts. */
  nameStart: number;
};

/** The kinds of tags that read from the data. */
const readingKinds: ReadonlySet<Tag["kind"]> = new Set<Tag["kind"]>(["variable", "raw", "section", "inverted"]);

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
 * Lists the tags of a Mustache text in order, even if sections do not nest. Stops before the first tag that is never
 * closed or that sets invalid delimiters.
 */
export function listTags(source: string): Tag[] {
  let delimiters = standardDelimiters;
  const tags: Tag[] = [];
  const open: (Opened & { tag: Tag })[] = [];
  let position = 0;
  for (;;) {
    const start = source.indexOf(delimiters.open, position);
    const tag = start === -1 ? undefined : readTag(source, start + delimiters.open.length, delimiters);
    if (!tag) return tags;
    const next = tag.type === "=" ? delimitersOf(tag.value) : delimiters;
    if (!next) return tags;
    delimiters = next;
    position = tag.end;
    const kind = kinds[tag.type] ?? "variable";
    const isRead = readingKinds.has(kind) && isExpression(tag.value);
    const expression = isRead ? readExpression(tag.value).expression : undefined;
    const { value: name, valueStart: nameStart, end } = tag;
    const listed: Tag = { kind, name, ...(expression && { expression }), start, end, nameStart };
    tags.push(listed);
    if (kind === "section" || kind === "inverted") open.push({ kind: "section", name, tag: listed });
    else if (kind === "close") {
      const { closed } = takeClosed(open, name);
      if (closed && closed.kind !== "section") becomeSnippetTag(closed.tag, closed);
    } else if (tag.type === "name") {
      const opened = readSnippetTag(name);
      if (opened) open.push({ ...opened, tag: listed });
    }
  }
}

function becomeSnippetTag(tag: Tag, { kind, name }: Opened): void {
  if (kind === "section") return;
  tag.nameStart += tag.name.length - name.length;
  tag.kind = kind;
  tag.name = name;
}

/** The delimiters in force at an offset of the text from which the tags were listed. */
export function delimitersAt(tags: readonly Tag[], offset: number): Delimiters {
  const setter = tags.findLast(({ kind, end }) => kind === "delimiters" && end <= offset);
  return (setter && delimitersOf(setter.name)) ?? standardDelimiters;
}
