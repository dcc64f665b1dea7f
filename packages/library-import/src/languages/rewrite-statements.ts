import { branchTags, openTag, type Condition } from "./condition.ts";
import type { RewriteOptions, Rewritten } from "./language.ts";
import { listStatementTags, type StatementTag } from "./list-statement-tags.ts";
import { NoEqual } from "./no-equal.ts";
import {
  readCondition,
  readerOf,
  readOutput,
  readSteps,
  readValue,
  type ExpressionContext,
} from "./read-expression.ts";
import { runPasses, unnested } from "./run-passes.ts";
import type { Frame } from "./scope.ts";
import { asArgument, printed, type Value } from "./value.ts";

/** A tag, or a block of tags with what stands between them. */
type Node = { tag: StatementTag; word: string; branches: Branch[]; end: StatementTag | undefined };
type Branch = { tag: StatementTag; word: string; children: Node[] };

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
};

const wordOf = (tag: StatementTag | undefined) =>
  tag?.kind === "statement" ? (/^[a-z]+/.exec(tag.text)?.[0] ?? "") : "";

/** Builds the tree of a template; undefined if its blocks do not nest. */
function buildTree(tags: readonly StatementTag[]): Node[] | undefined {
  const root: Node[] = [];
  const open: Node[] = [];
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
      const node: Node = { tag, word, branches: [], end: undefined };
      childrenNow().push(node);
      if (!Object.hasOwn(blocks, word)) continue;
      node.branches.push({ tag, word, children: [] });
      open.push(node);
    }
  }
  return open.length === 0 ? root : undefined;
}

function tagsOf({ branches, end }: Node): StatementTag[] {
  return [...branches.map(({ tag }) => tag), ...(end ? [end] : [])];
}

/** Rewrites the tags of Liquid or Jinja that have an equal, and lists the others. */
export function rewriteStatements(
  source: string,
  language: "liquid" | "jinja",
  options: RewriteOptions & { locale?: string | undefined },
): Rewritten {
  const tags = listStatementTags(source, language === "jinja");
  const tree = buildTree(tags);
  const mentions = new Map<string, StatementTag[]>();
  for (const tag of tags) {
    const words = tag.kind === "comment" ? [] : tag.text.split(/[^\p{L}\p{N}_-]+/u);
    for (const word of new Set(words)) {
      const known = mentions.get(word);
      if (known) known.push(tag);
      else mentions.set(word, [tag]);
    }
  }
  return runPasses(source, options, ({ scope, usage, edit, replace, attempt, list }) => {
    const context: ExpressionContext = { language, scope, locale: options.locale };

    function inside(frame: Frame | undefined, children: readonly Node[], end: number): void {
      if (frame) scope.inside(frame, () => writeAll(children, end));
      else writeAll(children, end);
    }

    /** Writes the tags of one level. `end` is where the level ends. */
    function writeAll(nodes: readonly Node[], end: number): void {
      for (const [index, node] of nodes.entries()) {
        const isName =
          (language === "liquid" ? "assign" : "set") === node.word && /^\w+\s+[\w-]+\s*=/.test(node.tag.text);
        if (isName && writeName(node.tag, nodes.slice(index + 1), end)) return;
        if (!isName) write(node);
      }
    }

    /** A name for a result. Platen knows it up to the end of a section. */
    function writeName(tag: StatementTag, rest: readonly Node[], end: number): boolean {
      let opened: { name: string; value: Value } | undefined;
      attempt([tag], () => {
        const reader = readerOf(tag.text.replace(/^\w+\s+/, ""), language);
        const name = reader.next()?.text ?? "";
        reader.expect("=");
        const [value, more] = readOutput(reader, context);
        reader.end();
        if (!value || more || value.before !== "" || value.after !== "" || value.isRaw) {
          throw new NoEqual("Write the text where it is needed, or send it in the data.");
        }
        if (value.isConstant && typeof value.constant !== "string")
          throw new NoEqual("Write the value where it is needed.");
        const named = mentions.get(name) ?? [];
        const assigned = named.filter((other) => /^(?:assign|set|capture)\s+(\S+)/.exec(other.text)?.[1] === name);
        if (assigned.length > 1 || named.some((other) => other.start < tag.start || other.start >= end)) {
          throw new NoEqual(`The name ${name} is set more than once, or used elsewhere: add up a list with | sum.`);
        }
        const subject = value.isConstant ? asArgument(value) : value.reached.subject;
        const formats = [...value.reached.formats, `as ${name}`];
        replace(tag, openTag({ subject, formats, isInverted: false }));
        opened = { name, value: { ...value, reached: { ...value.reached, subject } } };
      });
      if (!opened) return false;
      const { name, value } = opened;
      const frame: Frame = { key: `as ${name}`, names: new Map([[name, name]]), isItem: false };
      inside(frame, rest, end);
      edit(end, end, `{{/${value.reached.subject}}}`);
      return true;
    }

    function write(node: Node): void {
      const { tag, word, branches } = node;
      if (tag.kind === "comment" || word === "comment") writeComment(node);
      else if (word === "raw") writeRaw(node);
      else if (tag.kind === "output") writeOutput(tag);
      else if (word === "if" || word === "unless") writeCondition(node);
      else if (word === "for") writeLoop(node);
      else if (word === "case") writeCase(node);
      else {
        attempt([tag, ...(node.end ? [node.end] : [])], () => {
          const included = /^(?:include|render)\s+["']([a-z0-9][a-z0-9_-]{0,99})["']$/.exec(tag.text)?.[1];
          if (included !== undefined && options.snippets?.has(included)) replace(tag, `{{> ${included} }}`);
          else throw new NoEqual(`Platen has nothing like ${word === "" ? "this tag" : word}.`);
        });
        for (const branch of branches) inside(undefined, branch.children, node.end?.start ?? source.length);
      }
    }

    function writeComment({ tag, end }: Node): void {
      const text = end ? source.slice(tag.end, end.start) : tag.text;
      const whole = { ...tag, end: end?.end ?? tag.end };
      replace(whole, text.includes("}}") ? "" : `{{! ${text.trim()} }}`);
    }

    function writeRaw({ tag, end }: Node): void {
      if (!end) return;
      const text = source.slice(tag.end, end.start);
      replace({ ...tag, end: end.end }, text.replaceAll("{{", "&#123;&#123;"));
    }

    function writeOutput(tag: StatementTag): void {
      attempt([tag], () => {
        const choice = language === "jinja" ? splitChoice(tag.text) : undefined;
        if (choice) {
          const condition = readWhole(choice.condition, (reader) => readCondition(reader, context));
          const [yes, no] = [choice.yes, choice.no].map((text) => (text === undefined ? "" : outputOf(text).text));
          const [open = "", middle = "", close = ""] = branchTags([condition, undefined]);
          replace(
            tag,
            no === "" ? `${open}${yes}${branchTags([condition])[1] ?? ""}` : `${open}${yes}${middle}${no}${close}`,
            condition.caveat,
          );
          return;
        }
        const { text, caveat } = outputOf(tag.text);
        replace(tag, text, caveat);
      });
    }

    function outputOf(text: string): { text: string; caveat: string | undefined } {
      const values = readWhole(text, (reader) => readOutput(reader, context));
      return { text: values.map(printed).join(""), caveat: values.find(({ caveat }) => caveat !== undefined)?.caveat };
    }

    function readWhole<T>(text: string, read: (reader: ReturnType<typeof readerOf>) => T): T {
      const reader = readerOf(text, language);
      const result = read(reader);
      reader.end();
      return result;
    }

    function endOf(node: Node, index: number): number {
      return (node.branches[index + 1]?.tag ?? node.end)?.start ?? source.length;
    }

    function writeBranches(node: Node, texts: readonly string[], caveats: readonly (string | undefined)[] = []): void {
      for (const [index, tag] of tagsOf(node).entries()) replace(tag, texts[index] ?? "", caveats[index]);
    }

    function writeCondition(node: Node): void {
      let texts: string[] | undefined;
      let conditions: (Condition | undefined)[] = [];
      const isWritten = attempt(tagsOf(node), () => {
        conditions = node.branches.map(({ tag, word }) => {
          if (word === "else") return undefined;
          const condition = readWhole(tag.text.slice(word.length), (reader) => readCondition(reader, context));
          if (word !== "unless") return condition;
          const [term, ...more] = condition.terms;
          if (!term || more.length > 0) throw new NoEqual("Write a section for each part of the condition.");
          return { ...condition, terms: [{ ...term, isInverted: !term.isInverted }] };
        });
        texts = branchTags(conditions);
      });
      for (const [index, branch] of node.branches.entries()) inside(undefined, branch.children, endOf(node, index));
      if (isWritten && texts)
        writeBranches(
          node,
          texts,
          conditions.map((condition) => condition?.caveat),
        );
    }

    function writeLoop(node: Node): void {
      const [loop, other] = node.branches;
      if (!loop) return;
      let frame: Frame | undefined;
      let texts: string[] = [];
      attempt(tagsOf(node), () => {
        const read = readLoop(loop.tag.text);
        frame = read.frame;
        const { subject, formats } = read.list;
        texts = [openTag({ subject, formats, isInverted: false })];
        if (other) texts.push(`{{/${subject}}}${openTag({ subject, formats, isInverted: true })}`);
        texts.push(`{{/${subject}}}`);
      });
      inside(frame, loop.children, endOf(node, 0));
      if (other) inside(undefined, other.children, endOf(node, 1));
      if (frame) writeBranches(node, texts);
    }

    function readLoop(text: string): { frame: Frame; list: Value["reached"] } {
      const reader = readerOf(text.replace(/^for\s+/, ""), language);
      const variable = reader.next()?.text ?? "";
      const second = language === "jinja" && reader.take(",") ? reader.next()?.text : undefined;
      reader.expect("in");
      if (reader.isAt("("))
        throw new NoEqual("Platen repeats a section for the items of a list: send the list in the data.");
      if (second !== undefined) return readEntries(variable, second, reader);
      // The key of the list itself, without formats.
      const first = readerOf(text.replace(/^for\s+/, ""), language);
      first.next();
      first.next();
      const key = scope.keyOf(readSteps(first));
      const value = readValue(reader, context);
      const formats = [...value.reached.formats];
      let [limit, skip, isReversed]: [string | undefined, string | undefined, boolean] = [undefined, undefined, false];
      while (!reader.isDone()) {
        if (context.language === "jinja") break;
        if (reader.take("reversed")) isReversed = true;
        else {
          const name = reader.next()?.text;
          reader.expect(":");
          if (reader.isAt("continue")) throw new NoEqual("Platen does not continue a list.");
          const argument = asArgument(readValue(reader, context));
          if (name === "limit") limit = argument;
          else if (name === "offset") skip = argument;
          else throw new NoEqual("Platen does not read this loop.");
          reader.take(",");
        }
      }
      reader.end();
      if (skip !== undefined) formats.push(`skip ${skip}`);
      if (limit !== undefined) formats.push(`take ${limit}`);
      if (isReversed) formats.push("reverse");
      usage.lists.add(key);
      return { frame: { key, variable, isItem: true }, list: { subject: value.reached.subject, formats } };
    }

    /** `for key, value in sizes.items()`. */
    function readEntries(key: string, value: string, reader: ReturnType<typeof readerOf>): ReturnType<typeof readLoop> {
      const steps = readSteps(reader);
      for (const mark of [".", "items", "(", ")"]) reader.expect(mark);
      reader.end();
      const reached = scope.byVariable(steps);
      const names = new Map([
        [key, "key"],
        [value, "value"],
      ]);
      const place = `${scope.keyOf(steps)} | entries`;
      return {
        frame: { key: place, names, isItem: true },
        list: { ...reached, formats: [...reached.formats, "entries"] },
      };
    }

    function writeCase(node: Node): void {
      let texts: string[] | undefined;
      attempt(tagsOf(node), () => {
        const [head, ...whens] = node.branches;
        const subject = readWhole(head?.tag.text.slice("case".length) ?? "", (reader) =>
          readOutput(reader, context),
        )[0];
        if (!subject || subject.isConstant) throw new NoEqual("Write a section for each value.");
        const seen: string[] = [];
        const { reached } = subject;
        let close = "";
        texts = [""];
        for (const { tag, word } of whens) {
          if (word === "else") {
            const among = seen.length === 1 ? `is ${seen[0]}` : `in ${seen.join(" ")}`;
            texts.push(
              `${close}${openTag({ subject: reached.subject, formats: [...reached.formats, among], isInverted: true })}`,
            );
          } else {
            const values = readWhole(tag.text.slice("when".length), (reader) => {
              const all = [asArgument(readValue(reader, context))];
              while (reader.take(",") || reader.take("or")) all.push(asArgument(readValue(reader, context)));
              return all;
            });
            if (values.some((value) => seen.includes(value))) throw new NoEqual("Two branches have the same value.");
            seen.push(...values);
            const among = values.length === 1 ? `is ${values[0]}` : `in ${values.join(" ")}`;
            texts.push(
              `${close}${openTag({ subject: reached.subject, formats: [...reached.formats, among], isInverted: false })}`,
            );
          }
          close = `{{/${reached.subject}}}`;
        }
        texts.push(close);
      });
      for (const [index, branch] of node.branches.entries()) inside(undefined, branch.children, endOf(node, index));
      if (texts) writeBranches(node, texts);
    }

    if (tree) writeAll(tree, source.length);
    else {
      for (const tag of tags) {
        if (tag.kind === "output") writeOutput(tag);
        else list([tag], unnested);
      }
    }
  });
}

/** `a if b else c` of Jinja. */
function splitChoice(text: string): { yes: string; condition: string; no: string | undefined } | undefined {
  const outside = text.replaceAll(/"[^"]*"|'[^']*'/g, (quotedText) => "_".repeat(quotedText.length));
  const ifAt = outside.indexOf(" if ");
  if (ifAt === -1) return undefined;
  const elseAt = outside.indexOf(" else ", ifAt);
  const conditionEnd = elseAt === -1 ? text.length : elseAt;
  const no = elseAt === -1 ? undefined : text.slice(elseAt + " else ".length);
  return { yes: text.slice(0, ifAt), condition: text.slice(ifAt + " if ".length, conditionEnd), no };
}
