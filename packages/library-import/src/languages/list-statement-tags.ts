import { createFinder } from "../find-next.ts";

/** A tag of Liquid or Jinja. */
export type StatementTag = {
  kind: "output" | "statement" | "comment";
  start: number;
  end: number;
  /** The text between the marks, without those that drop blanks around the tag. */
  text: string;
  trimsBefore: boolean;
  trimsAfter: boolean;
};

const ends: Readonly<Record<string, { end: string; kind: StatementTag["kind"] }>> = {
  "{{": { end: "}}", kind: "output" },
  "{%": { end: "%}", kind: "statement" },
  "{#": { end: "#}", kind: "comment" },
};

/** A comment may be longer than a tag. */
const longest = 10_000;

/** Lists the tags of Liquid or Jinja. */
export function listStatementTags(source: string, hasComments: boolean): StatementTag[] {
  const find = createFinder(source);
  const tags: StatementTag[] = [];
  for (let at = source.indexOf("{"); at !== -1;) {
    const opened = ends[source.slice(at, at + 2)];
    const closed = opened && (hasComments || opened.kind !== "comment") ? find(opened.end, at + 2) : -1;
    if (!opened || closed === -1 || closed - at > longest) {
      at = source.indexOf("{", at + 1);
      continue;
    }
    const written = source.slice(at + 2, closed);
    const end = closed + opened.end.length;
    const trimsBefore = /^[-~]/.test(written);
    const trimsAfter = /[-~]$/.test(written);
    const text = written.slice(trimsBefore || written.startsWith("+") ? 1 : 0, trimsAfter ? -1 : undefined).trim();
    tags.push({ kind: opened.kind, start: at, end, text, trimsBefore, trimsAfter });
    at = source.indexOf("{", end);
  }
  return tags;
}
