import { openTag } from "./condition.ts";
import { caseTexts, conditionTexts, type BranchTexts } from "./branch-texts.ts";
import { listBladeTags } from "./list-blade-tags.ts";
import type { RewriteOptions, Rewritten } from "./language.ts";
import { listStatementTags, type StatementTag } from "./list-statement-tags.ts";
import { NoEqual } from "./no-equal.ts";
import { outputText } from "./output-text.ts";
import { readerOf, readOutput, type ExpressionContext } from "./read-expression.ts";
import { readLoop } from "./read-loop.ts";
import { runPasses, unnested, type Pass } from "./run-passes.ts";
import type { Frame } from "./scope.ts";
import { buildStatementTree, tagsOf, type StatementNode } from "./statement-tree.ts";
import { asArgument, type Value } from "./value.ts";

/** A text of Liquid or Jinja with its tags. */
type Statements = {
  source: string;
  /** The tags in which a word stands. */
  mentions: ReadonlyMap<string, readonly StatementTag[]>;
  snippets: ReadonlySet<string> | undefined;
};

/** Rewrites the tags of Liquid, Jinja or Blade that have an equal, and lists the others. */
export function rewriteStatements(
  source: string,
  written: "liquid" | "jinja" | "blade",
  options: RewriteOptions & { locale?: string | undefined },
): Rewritten {
  const language = written === "blade" ? "jinja" : written;
  const tags = written === "blade" ? listBladeTags(source) : listStatementTags(source, language === "jinja");
  const tree = buildStatementTree(tags);
  const statements = { source, mentions: mentionsIn(tags), snippets: options.snippets };
  return runPasses(source, tags, options, (pass) => {
    const writer = createWriter(statements, pass, { language, scope: pass.scope, locale: options.locale });
    if (tree) writer.writeAll(tree, source.length);
    else {
      for (const tag of tags) {
        if (tag.kind === "output") writer.writeOutput(tag);
        else pass.list([tag], unnested);
      }
    }
  });
}

function mentionsIn(tags: readonly StatementTag[]): Map<string, StatementTag[]> {
  const mentions = new Map<string, StatementTag[]>();
  for (const tag of tags) {
    const words = tag.kind === "comment" ? [] : tag.text.split(/[^\p{L}\p{N}_-]+/u);
    for (const word of new Set(words)) {
      const known = mentions.get(word);
      if (known) known.push(tag);
      else mentions.set(word, [tag]);
    }
  }
  return mentions;
}

/** Writes the tags of one pass. */
function createWriter(statements: Statements, { scope, edit, replace, attempt }: Pass, context: ExpressionContext) {
  const { source, snippets } = statements;

  function inside(frame: Frame | undefined, children: readonly StatementNode[], end: number): void {
    if (frame) scope.inside(frame, () => writeAll(children, end));
    else writeAll(children, end);
  }

  /** Writes the tags of one level. `end` is where the level ends. */
  function writeAll(nodes: readonly StatementNode[], end: number): void {
    for (const [index, node] of nodes.entries()) {
      const isName =
        (context.language === "liquid" ? "assign" : "set") === node.word && /^\w+\s+[\w-]+\s*=/.test(node.tag.text);
      if (isName && writeName(node.tag, nodes.slice(index + 1), end)) return;
      if (!isName) write(node);
    }
  }

  /** A name for a result. Platen knows it up to the end of a section. */
  function writeName(tag: StatementTag, rest: readonly StatementNode[], end: number): boolean {
    let opened: { name: string; value: Value } | undefined;
    attempt([tag], () => {
      const read = readName(tag, end, statements, context);
      const { subject, formats } = read.value.reached;
      replace(tag, openTag({ subject, formats: [...formats, `as ${read.name}`], isInverted: false }));
      opened = read;
    });
    if (!opened) return false;
    const { name, value } = opened;
    const frame: Frame = { key: `as ${name}`, names: new Map([[name, name]]), isItem: false };
    inside(frame, rest, end);
    edit(end, end, `{{/${value.reached.subject}}}`);
    return true;
  }

  function write(node: StatementNode): void {
    const { tag, word, branches } = node;
    if (tag.kind === "comment" || word === "comment") writeComment(node);
    else if (word === "raw") writeRaw(node);
    else if (tag.kind === "output") writeOutput(tag);
    else if (word === "if" || word === "unless") writeBlock(node, conditionTexts);
    else if (word === "for") writeLoop(node);
    else if (word === "case") writeBlock(node, caseTexts);
    else {
      attempt(branches.length > 0 ? tagsOf(node) : [tag, ...(node.end ? [node.end] : [])], () => {
        const included = /^(?:include|render)\s+["']([a-z0-9][a-z0-9_-]{0,99})["']$/.exec(tag.text)?.[1];
        if (included !== undefined && snippets?.has(included)) replace(tag, `{{> ${included} }}`);
        else throw new NoEqual(`Platen has nothing like ${word === "" ? "this tag" : word}.`);
      });
      for (const branch of branches) inside(undefined, branch.children, node.end?.start ?? source.length);
    }
  }

  function writeComment({ tag, end }: StatementNode): void {
    const text = end ? source.slice(tag.end, end.start) : tag.text;
    const whole = { ...tag, end: end?.end ?? tag.end };
    replace(whole, text.includes("}}") ? "" : `{{! ${text.trim()} }}`);
  }

  function writeRaw({ tag, end }: StatementNode): void {
    if (!end) return;
    const text = source.slice(tag.end, end.start);
    replace({ ...tag, end: end.end }, text.replaceAll("{{", "{&#123;"));
  }

  function writeOutput(tag: StatementTag): void {
    attempt([tag], () => {
      const { text, caveat } = outputText(tag.text, context);
      replace(tag, text, caveat);
    });
  }

  function endOf(node: StatementNode, index: number): number {
    return (node.branches[index + 1]?.tag ?? node.end)?.start ?? source.length;
  }

  /** Writes a block of branches that all see the same names. */
  function writeBlock(node: StatementNode, read: typeof conditionTexts): void {
    let written: BranchTexts | undefined;
    attempt(tagsOf(node), () => {
      written = read(node.branches, context);
    });
    for (const [index, branch] of node.branches.entries()) inside(undefined, branch.children, endOf(node, index));
    if (written) writeBranches(node, written);
  }

  function writeBranches(node: StatementNode, { texts, caveats }: BranchTexts): void {
    for (const [index, tag] of tagsOf(node).entries()) replace(tag, texts[index] ?? "", caveats[index]);
  }

  function writeLoop(node: StatementNode): void {
    const [loop, other] = node.branches;
    if (!loop) return;
    let frame: Frame | undefined;
    let texts: string[] = [];
    attempt(tagsOf(node), () => {
      const read = readLoop(loop.tag.text, context);
      frame = read.frame;
      const { subject, formats } = read.list;
      texts = [openTag({ subject, formats, isInverted: false })];
      if (other) texts.push(`{{/${subject}}}${openTag({ subject, formats, isInverted: true })}`);
      texts.push(`{{/${subject}}}`);
    });
    inside(frame, loop.children, endOf(node, 0));
    if (other) inside(undefined, other.children, endOf(node, 1));
    if (frame) writeBranches(node, { texts, caveats: [] });
  }

  return { writeAll, writeOutput };
}

/** Reads a name for a result, which Platen knows up to `end`. */
function readName(
  tag: StatementTag,
  end: number,
  { mentions }: Statements,
  context: ExpressionContext,
): { name: string; value: Value } {
  const reader = readerOf(tag.text.replace(/^\w+\s+/, ""), context.language);
  const name = reader.next()?.text ?? "";
  reader.expect("=");
  const [value, more] = readOutput(reader, context);
  reader.end();
  if (!value || more || value.before !== "" || value.after !== "" || value.isRaw) {
    throw new NoEqual("Write the text where it is needed, or send it in the data.");
  }
  if (value.isConstant && typeof value.constant !== "string") throw new NoEqual("Write the value where it is needed.");
  const named = mentions.get(name) ?? [];
  const assigned = named.filter((other) => /^(?:assign|set|capture)\s+(\S+)/.exec(other.text)?.[1] === name);
  if (assigned.length > 1 || named.some((other) => other.start < tag.start || other.start >= end)) {
    throw new NoEqual(`The name ${name} is set more than once, or used elsewhere: add up a list with | sum.`);
  }
  const subject = value.isConstant ? asArgument(value) : value.reached.subject;
  return { name, value: { ...value, reached: { ...value.reached, subject } } };
}
