import type { Edit } from "../edits.ts";
import { createFinder } from "../find-next.ts";
import { positionsIn, type ReportRow } from "../report.ts";
import { branchTags, joinConditions, negated, openTag, type Condition, type Term } from "./condition.ts";
import type { RewriteOptions, Rewritten } from "./language.ts";
import { NoEqual } from "./no-equal.ts";
import { truthOfScript } from "./read-expression.ts";
import { createTokenReader, readTokens, type TokenReader } from "./read-tokens.ts";
import { createScope, createUsage, type Frame, type Reached, type Scope } from "./scope.ts";
import { asArgument, constantValue, printed, reachedValue, withFormats, type Value } from "./value.ts";

/** A tag of Handlebars, from its braces on. */
type HandlebarsTag = {
  sigil: "" | "#" | "^" | "/" | ">" | "!" | "&" | "{" | "else" | "=";
  start: number;
  end: number;
  text: string;
  trimsBefore: boolean;
  trimsAfter: boolean;
};
type Node = { tag: HandlebarsTag; branches: Branch[]; end: HandlebarsTag | undefined };
type Branch = { tag: HandlebarsTag; children: Node[] };

function listTags(source: string): HandlebarsTag[] {
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

function buildTree(tags: readonly HandlebarsTag[]): Node[] | undefined {
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

const comparisons: Readonly<Record<string, string>> = {
  eq: "is",
  ne: "isnt",
  gt: "over",
  lt: "under",
  gte: "atleast",
  lte: "atmost",
};
const calls: Readonly<Record<string, string>> = {
  uppercase: "upper",
  lowercase: "lower",
  add: "plus",
  subtract: "minus",
  multiply: "times",
  divide: "divide",
};
const builtins: Readonly<Record<string, string>> = { index: "@index", first: "@first", last: "@last" };

type Path = { up: number; isRoot: boolean; steps: string[]; builtin?: string };

function readPath(reader: TokenReader): Path {
  const path: Path = { up: 0, isRoot: false, steps: [] };
  if (reader.take("@")) {
    const name = reader.next()?.text ?? "";
    if (name === "root") {
      path.isRoot = true;
      while (reader.take(".") || reader.take("/")) path.steps.push(reader.next()?.text ?? "");
      return path;
    }
    return { ...path, builtin: name };
  }
  for (;;) {
    if (reader.take("../")) path.up += 1;
    else if (reader.isAt("..")) {
      reader.next();
      path.up += 1;
      if (!reader.take("/")) return path;
    } else break;
  }
  if (reader.take("this") && !reader.take(".") && !reader.take("/")) return path;
  if (reader.isAt(".") && (reader.peek(1) === undefined || reader.isAt("/", 1))) {
    reader.next();
    if (!reader.take("/")) return path;
  }
  for (;;) {
    if (reader.take("[")) {
      const words: string[] = [];
      while (!reader.isAt("]") && !reader.isDone()) words.push(reader.next()?.text ?? "");
      reader.expect("]");
      path.steps.push(words.join(" "));
    } else {
      const step = reader.peek();
      if (step?.kind !== "name" && step?.kind !== "number") throw new NoEqual("Platen does not read this tag.");
      reader.next();
      path.steps.push(...step.text.split("."));
    }
    if (reader.isAt("[")) continue;
    if (!reader.take(".") && !(reader.isAt("/") && reader.take("/"))) return path;
  }
}

const reading = (text: string) => createTokenReader(readTokens(text, true));

/** A condition without `else` that asks whether something is false can use the name alone. */
function simpleNegation(condition: Condition, value: Reached): Condition {
  const [term] = condition.terms;
  const isTruth = condition.terms.length === 1 && term?.formats.at(-1) === "in false 0";
  return isTruth ? { terms: [{ ...value, isInverted: false }], isAny: false } : condition;
}

/** Rewrites the tags of Handlebars that have an equal, and lists the others. */
export function rewriteHandlebars(source: string, options: RewriteOptions = {}): Rewritten {
  const tags = listTags(source);
  const tree = buildTree(tags);
  const positionAt = positionsIn(source);
  const usage = createUsage();
  for (let pass = 0; pass < 2; pass += 1) run(createScope(usage, true, options.sample));
  return run(createScope(usage, false, options.sample));

  function run(scope: Scope): Rewritten {
    const edits: Edit[] = [];
    const rows: ReportRow[] = [];

    function row(tag: HandlebarsTag, more: Pick<ReportRow, "outcome"> & Partial<ReportRow>): void {
      const file = options.file === undefined ? {} : { file: options.file };
      rows.push({ kind: "tag", subject: source.slice(tag.start, tag.end), ...more, ...file, ...positionAt(tag.start) });
    }

    function replace(tag: HandlebarsTag, text: string): void {
      let [start, end] = [tag.start, tag.end];
      if (tag.trimsBefore) while (start > 0 && /\s/.test(source.charAt(start - 1))) start -= 1;
      if (tag.trimsAfter) while (end < source.length && /\s/.test(source.charAt(end))) end += 1;
      if (start < tag.start) edits.push({ start, end: tag.start, text: "" });
      if (end > tag.end) edits.push({ start: tag.end, end, text: "" });
      const written = source.slice(tag.start, tag.end);
      if (written.replaceAll(/\s/g, "") === text.replaceAll(/\s/g, "")) return;
      edits.push({ start: tag.start, end: tag.end, text });
      row(tag, { outcome: "rewritten", became: text });
    }

    function attempt(tagsOfNode: readonly HandlebarsTag[], work: () => void): boolean {
      try {
        work();
        return true;
      } catch (error) {
        if (!(error instanceof NoEqual)) throw error;
        for (const tag of tagsOfNode) {
          row(tag, { outcome: "listed", message: error.message });
          const opening = /^\{+/.exec(source.slice(tag.start, tag.start + 4))?.[0] ?? "{{";
          edits.push({ start: tag.start, end: tag.start + opening.length, text: "&#123;".repeat(opening.length) });
        }
        return false;
      }
    }

    function reach(path: Path): Value {
      if (path.builtin !== undefined) {
        const entries = scope.frames.at(-1)?.names;
        const name = builtins[path.builtin] ?? entries?.get(`@${path.builtin}`);
        if (name === undefined || path.up > 0)
          throw new NoEqual("Platen has @number, @index, @first, @last and @count.");
        if (name === "key") return reachedValue(scope.byDepth(0, ["key"]));
        return reachedValue({ subject: name, formats: [] });
      }
      if (path.isRoot) {
        if (path.steps.length === 0) throw new NoEqual("Name a field of the data.");
        return reachedValue(scope.fromRoot(path.steps), path.steps.join("."));
      }
      const frame = scope.frames.at(-1 - path.up);
      const [first = "", ...rest] = path.steps;
      if (rest.length === 0 && options.ownHelpers?.has(first)) {
        throw new NoEqual(`The template’s own function ${first} has no equal.`);
      }
      const named = scope.frames.findLastIndex(
        ({ names, variable }) => names?.has(first) === true || variable === first,
      );
      if (path.up === 0 && named !== -1 && first !== "") {
        const other = scope.frames[named]?.names?.get(first);
        if (other?.startsWith("@")) return reachedValue({ subject: other, formats: [] });
        const up = scope.frames.length - 1 - named;
        const steps = other === undefined ? rest : [other, ...rest];
        return reachedValue(scope.byDepth(up, steps), scope.keyByDepth(up, steps));
      }
      const steps = frame?.names?.has("@key") ? ["value", ...path.steps] : path.steps;
      if (scope.frames.length === 0 && steps.length === 0) throw new NoEqual("Name a field of the data.");
      return reachedValue(scope.byDepth(path.up, steps), scope.keyByDepth(path.up, steps));
    }

    function readOperand(reader: TokenReader): Value {
      const token = reader.peek();
      if (!token) throw new NoEqual("The tag is empty.");
      if (token.kind === "text" || token.kind === "number") {
        reader.next();
        return constantValue(token.kind === "text" ? token.text : Number(token.text));
      }
      if (reader.take("(")) {
        const value = readCall(reader);
        reader.expect(")");
        return value;
      }
      if (token.text === "true" || token.text === "false") {
        reader.next();
        return constantValue(token.text === "true");
      }
      if (token.text === "null" || token.text === "undefined") {
        reader.next();
        return constantValue(null);
      }
      return reach(readPath(reader));
    }

    /** A value, or the call of a helper that gives one. */
    function readCall(reader: TokenReader): Value {
      const name = reader.peek()?.text ?? "";
      const isCall =
        reader.peek()?.kind === "name" && reader.peek(1) !== undefined && !isPathMark(reader.peek(1)?.text);
      if (!isCall) return readOperand(reader);
      if (options.ownHelpers?.has(name)) throw new NoEqual(`The template’s own function ${name} has no equal.`);
      reader.next();
      if (name === "lookup") {
        const [value, key] = [readOperand(reader), readOperand(reader)];
        return withFormats(value, [`get ${asArgument(key)}`]);
      }
      const format = Object.hasOwn(calls, name) ? calls[name] : undefined;
      if (format === undefined) throw new NoEqual(`Platen has no helper ${name}: formats do what is common.`);
      const value = readOperand(reader);
      const args: string[] = [];
      while (!reader.isDone() && !reader.isAt(")")) args.push(asArgument(readOperand(reader)));
      const count = format === "upper" || format === "lower" ? 0 : 1;
      if (args.length !== count || value.isConstant)
        throw new NoEqual(`Platen does not know these arguments of ${name}.`);
      return withFormats(value, [[format, ...args].join(" ")]);
    }

    function readCondition(reader: TokenReader): Condition {
      const isGroup = reader.isAt("(");
      const name = isGroup ? (reader.peek(1)?.text ?? "") : "";
      const isKnown = Object.hasOwn(comparisons, name) || ["and", "or", "not"].includes(name);
      if (!isGroup || !isKnown) return truth(readOperand(reader));
      if (options.ownHelpers?.has(name)) throw new NoEqual(`The template’s own function ${name} has no equal.`);
      reader.next();
      reader.next();
      if (name === "not") {
        const inner = readCondition(reader);
        reader.expect(")");
        return negated(inner);
      }
      if (name === "and" || name === "or") {
        const all: Condition[] = [];
        while (!reader.isAt(")") && !reader.isDone()) all.push(readCondition(reader));
        reader.expect(")");
        return joinConditions(all, name === "or");
      }
      const [value, other] = [readOperand(reader), readOperand(reader)];
      reader.expect(")");
      if (value.isConstant) throw new NoEqual("Write the name before the value.");
      const formats = [...value.reached.formats, `${comparisons[name] ?? ""} ${asArgument(other)}`];
      return { terms: [{ subject: value.reached.subject, formats, isInverted: false }], isAny: false };
    }

    function truth(value: Value): Condition {
      if (value.isConstant) throw new NoEqual("The condition always has the same answer.");
      const { reached, key } = value;
      const plain = (isInverted: boolean, ...formats: string[]): Condition => {
        const one: Term = { subject: reached.subject, formats: [...reached.formats, ...formats], isInverted };
        return { terms: [one], isAny: false };
      };
      if (reached.subject.startsWith("@")) return plain(false);
      const kind = key === undefined ? undefined : scope.kindOf(key);
      if (kind === "boolean") return plain(false);
      return truthOfScript(value, kind, scope, plain);
    }

    function writeAll(nodes: readonly Node[]): void {
      for (const node of nodes) write(node);
    }

    function inside(frame: Frame | undefined, children: readonly Node[]): void {
      if (frame) scope.inside(frame, () => writeAll(children));
      else writeAll(children);
    }

    function write(node: Node): void {
      const { tag } = node;
      if (tag.sigil === "!") {
        replace(
          tag,
          `{{! ${tag.text
            .replace(/^--/, "")
            .replace(/--$/, "")
            .replaceAll(/\{\{|\}\}/g, "")
            .trim()} }}`,
        );
      } else if (tag.sigil === ">") writePartial(tag);
      else if (tag.sigil === "" || tag.sigil === "&" || tag.sigil === "{") writeValue(tag);
      else if (tag.sigil === "=")
        attempt([tag], () => {
          throw new NoEqual("Handlebars has no tag that sets delimiters.");
        });
      else writeBlock(node);
    }

    function writePartial(tag: HandlebarsTag): void {
      attempt([tag], () => {
        if (!options.snippets?.has(tag.text))
          throw new NoEqual("The partial is not among the files: make it a snippet.");
        replace(tag, `{{> ${tag.text} }}`);
      });
    }

    function writeValue(tag: HandlebarsTag): void {
      attempt([tag], () => {
        const call = /^(?:component|childTemplate)\s+["']\.?\/?(?:[^"'/]*\/)*([^"'/]+)["']$/.exec(tag.text)?.[1];
        if (call !== undefined && options.snippets?.has(snippetNameOf(call))) {
          replace(tag, `{{> ${snippetNameOf(call)} }}`);
          return;
        }
        const reader = reading(tag.text);
        const value = readCall(reader);
        reader.end();
        replace(tag, printed({ ...value, isRaw: tag.sigil === "{" || tag.sigil === "&" }));
      });
    }

    function writeBlock(node: Node): void {
      const { tag, branches, end } = node;
      const all = [...branches.map((branch) => branch.tag), ...(end ? [end] : [])];
      const word = /^\w+/.exec(tag.text)?.[0] ?? "";
      let frame: Frame | undefined;
      let texts: string[] = [];
      const isWritten = attempt(all, () => {
        const rest = tag.text.slice(word.length);
        if (tag.sigil === "#" && (word === "if" || word === "unless")) {
          if (end?.text !== word) throw new NoEqual("The block is closed by another name.");
          texts = branchTags(
            branches.map(({ tag: branch }, index) => {
              const text = index === 0 ? rest : branch.text;
              if (index > 0 && text === "") return undefined;
              if (index > 0 && !/^if\s/.test(text)) throw new NoEqual("Platen does not read this branch.");
              const reader = reading(index === 0 ? text : text.replace(/^if\s+/, ""));
              const condition = readCondition(reader);
              if (reader.isAt("includeZero")) throw new NoEqual("Ask for | present.");
              reader.end();
              if (index > 0 || word === "if") return condition;
              const [term, ...more] = condition.terms;
              if (!term || more.length > 0) throw new NoEqual("Write a section for each part of the condition.");
              return negated(
                term.isInverted
                  ? simpleNegation(condition, { subject: term.subject, formats: term.formats.slice(0, -2) })
                  : condition,
              );
            }),
          );
          return;
        }
        if (branches.length > 2) throw new NoEqual("Platen does not read this branch.");
        const isLoop = word === "each";
        const isPlain = !/\s/.test(tag.text) && !["each", "with"].includes(word);
        if (!isLoop && word !== "with" && !isPlain) throw new NoEqual(`Platen has no block ${word}.`);
        if (end && end.text !== (isPlain ? tag.text : word)) throw new NoEqual("The block is closed by another name.");
        const [path = "", names] = (isPlain ? tag.text : rest).split(/\s+as\s+\|/);
        const reader = reading(path);
        const value = readOperand(reader);
        reader.end();
        if (value.isConstant) throw new NoEqual("Name a list of the data.");
        const { subject, formats } = value.reached;
        const key = value.key ?? `${subject} | ${formats.join(" | ")}`;
        const [variable, second] = (names ?? "").replace("|", "").trim().split(/\s+/);
        const usesKey = isLoop && second === undefined && hasKeyTag(branches[0]?.children ?? []);
        const isInverted = tag.sigil === "^";
        if (isLoop && !usesKey) usage.lists.add(key);
        const others = new Map<string, string>([
          ...(usesKey ? ([["@key", "key"]] as const) : []),
          ...(second === undefined ? [] : ([[second, "@index"]] as const)),
        ]);
        const list = { subject, formats: usesKey ? [...formats, "entries"] : formats };
        if (!isInverted) {
          frame = {
            key: usesKey ? `${key} | entries` : key,
            ...(variable !== undefined && variable !== "" && { variable }),
            ...(others.size > 0 && { names: others }),
            isItem: true,
          };
        }
        texts = [openTag({ ...list, isInverted })];
        if (branches.length > 1) texts.push(`{{/${subject}}}${openTag({ ...list, isInverted: !isInverted })}`);
        texts.push(`{{/${subject}}}`);
      });
      for (const [index, branch] of branches.entries()) inside(index === 0 ? frame : undefined, branch.children);
      if (isWritten) for (const [index, each] of all.entries()) replace(each, texts[index] ?? "");
    }

    if (tree) writeAll(tree);
    else {
      for (const tag of tags) {
        if (tag.sigil === "" || tag.sigil === "&" || tag.sigil === "{") writeValue(tag);
        else if (tag.sigil !== "!") {
          attempt([tag], () => {
            throw new NoEqual("The blocks of the template do not nest: a block is not closed, or closed twice.");
          });
        }
      }
    }
    return { edits, rows };
  }
}

const isPathMark = (text: string | undefined) => [".", "/", "[", "]", ")"].includes(text ?? "");

/** Whether a loop reads the keys of an object, directly or in a condition. */
function hasKeyTag(nodes: readonly Node[]): boolean {
  return nodes.some(
    ({ tag, branches }) =>
      /(?:^|[\s(])@key\b/.test(tag.text) ||
      (!/^each\b/.test(tag.text) && branches.some(({ children }) => hasKeyTag(children))),
  );
}

/** The name of a snippet for a name of another system. */
export function snippetNameOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 100);
  return plain === "" ? "snippet" : plain;
}
