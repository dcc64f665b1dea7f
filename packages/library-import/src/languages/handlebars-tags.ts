import { createFinder } from "../find-next.ts";
import type { SourceTag } from "./run-passes.ts";

/** A tag of Handlebars, from its braces on. */
export type HandlebarsTag = SourceTag & {
  sigil: "" | "#" | "^" | "/" | ">" | "!" | "&" | "{" | "else" | "=";
  text: string;
};
/** A tag, or a block of tags with what stands between them. */
export type Node = { tag: HandlebarsTag; branches: Branch[]; end: HandlebarsTag | undefined };
export type Branch = { tag: HandlebarsTag; children: Node[] };

/** Lists the tags of Handlebars. */
export function listTags(source: string): HandlebarsTag[] {
  const find = createFinder(source);
  const tags: HandlebarsTag[] = [];
  for (let at = source.indexOf("{{"); at !== -1;) {
    const isComment = /^\{\{~?!--/.test(source.slice(at, at + 6));
    const isRaw = source.startsWith("{{{", at) && !source.startsWith("{{{{", at);
    const mark = isComment ? "--" : isRaw ? "}}}" : "}}";
    const found = isComment ? endOfComment(source, at) : find(mark, at + 2);
    if (found === -1) return tags;
    const closed = isRaw ? found + 1 : found;
    const end = closed + 2;
    let inner = source.slice(at + 2, closed);
    const trimsBefore = inner.startsWith("~");
    const trimsAfter = inner.endsWith("~");
    if (isRaw) inner = inner.slice(0, -1);
    inner = inner.slice(trimsBefore ? 1 : 0, trimsAfter ? -1 : undefined);
    const first = inner.trimStart().charAt(0);
    const isElse = /^\s*(?:else\b|\^\s*$)/.test(inner);
    const sigil = isElse ? "else" : (["#", "^", "/", ">", "!", "&", "{", "="] as const).find((each) => each === first);
    const text = isElse
      ? inner.replace(/^\s*(?:else|\^)/, "")
      : sigil === undefined
        ? inner
        : inner.trimStart().slice(1);
    tags.push({ sigil: sigil ?? "", start: at, end, text: text.trim(), trimsBefore, trimsAfter });
    at = source.indexOf("{{", end);
  }
  return tags;
}

/** Where the braces begin that end a comment. Without an end, the text has no tags from there on. */
function endOfComment(source: string, start: number): number {
  const end = source.indexOf("--", start + 5);
  if (end === -1) return -1;
  const closed = source.indexOf("}}", end);
  return closed;
}

/** Builds the tree of a template; undefined if its blocks do not nest. */
export function buildTree(tags: readonly HandlebarsTag[]): Node[] | undefined {
  const root: Node[] = [];
  const open: Node[] = [];
  for (const tag of tags) {
    const around = open.at(-1);
    const children = around?.branches.at(-1)?.children ?? root;
    if (tag.sigil === "else") {
      if (!around) return undefined;
      around.branches.push({ tag, children: [] });
    } else if (tag.sigil === "/") {
      if (!around) return undefined;
      around.end = tag;
      open.pop();
    } else {
      const node: Node = { tag, branches: [], end: undefined };
      children.push(node);
      if (tag.sigil !== "#" && tag.sigil !== "^") continue;
      node.branches.push({ tag, children: [] });
      open.push(node);
    }
  }
  return open.length === 0 ? root : undefined;
}
