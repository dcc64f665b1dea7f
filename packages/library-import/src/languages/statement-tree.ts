import type { StatementTag } from "./list-statement-tags.ts";

/** A tag, or a block of tags with what stands between them. */
export type StatementNode = {
  tag: StatementTag;
  word: string;
  branches: StatementBranch[];
  end: StatementTag | undefined;
};
export type StatementBranch = { tag: StatementTag; word: string; children: StatementNode[] };

const blocks: Readonly<Record<string, readonly string[]>> = {
  if: ["elsif", "elif", "else"],
  unless: ["elsif", "else"],
  for: ["else"],
  case: ["when", "else"],
  tablerow: [],
  capture: [],
  block: [],
  macro: [],
  call: [],
  filter: [],
  with: [],
  autoescape: [],
  while: [],
  switch: ["case", "default"],
  section: [],
  auth: ["else"],
  guest: ["else"],
  can: ["else"],
  push: [],
  once: [],
  error: [],
  verbatim: [],
  component: [],
  slot: [],
  env: [],
  production: [],
};

const wordOf = (tag: StatementTag | undefined) =>
  tag?.kind === "statement" ? (/^[a-z]+/.exec(tag.text)?.[0] ?? "") : "";

/** Builds the tree of a template; undefined if its blocks do not nest. */
export function buildStatementTree(tags: readonly StatementTag[]): StatementNode[] | undefined {
  const root: StatementNode[] = [];
  const open: StatementNode[] = [];
  const childrenNow = () => open.at(-1)?.branches.at(-1)?.children ?? root;
  for (let index = 0; index < tags.length; index += 1) {
    const tag = tags[index];
    if (!tag) break;
    const word = wordOf(tag);
    if (word === "raw" || word === "comment") {
      // What stands inside is no syntax.
      let endIndex = index + 1;
      while (endIndex < tags.length && wordOf(tags[endIndex]) !== `end${word}`) endIndex += 1;
      if (endIndex >= tags.length) return undefined;
      childrenNow().push({ tag, word, branches: [], end: tags[endIndex] });
      index = endIndex;
      continue;
    }
    const around = open.at(-1);
    if (around && blocks[around.word]?.includes(word)) {
      around.branches.push({ tag, word, children: [] });
    } else if (word.startsWith("end") && word !== "end") {
      if (around?.word !== word.slice(3)) return undefined;
      around.end = tag;
      open.pop();
    } else {
      const node: StatementNode = { tag, word, branches: [], end: undefined };
      childrenNow().push(node);
      if (!Object.hasOwn(blocks, word)) continue;
      node.branches.push({ tag, word, children: [] });
      open.push(node);
    }
  }
  return open.length === 0 ? root : undefined;
}

/** The tags of a block itself. */
export function tagsOf({ branches, end }: StatementNode): StatementTag[] {
  return [...branches.map(({ tag }) => tag), ...(end ? [end] : [])];
}
