import { branchTags, negated, openTag, type Condition } from "./condition.ts";
import { buildTree, listTags, type HandlebarsTag, type Node } from "./handlebars-tags.ts";
import type { RewriteOptions, Rewritten } from "./language.ts";
import { NoEqual } from "./no-equal.ts";
import { createHandlebarsReader, readerOf } from "./read-handlebars.ts";
import { runPasses, unnested } from "./run-passes.ts";
import type { Frame, Reached } from "./scope.ts";
import { snippetNameOf } from "./snippet-name.ts";
import { printed } from "./value.ts";

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
  return runPasses(source, tags, options, ({ scope, usage, replace, attempt, list }) => {
    const { readOperand, readCall, readCondition } = createHandlebarsReader(scope, options.ownHelpers);

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
      else if (tag.sigil === "=") list([tag], "Handlebars has no tag that sets delimiters.");
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
        const reader = readerOf(tag.text);
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
              const reader = readerOf(index === 0 ? text : text.replace(/^if\s+/, ""));
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
        const reader = readerOf(path);
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
          list([tag], unnested);
        }
      }
    }
  });
}

/** Whether a loop reads the keys of an object, directly or in a condition. */
function hasKeyTag(nodes: readonly Node[]): boolean {
  return nodes.some(
    ({ tag, branches }) =>
      /(?:^|[\s(])@key\b/.test(tag.text) ||
      (!/^each\b/.test(tag.text) && branches.some(({ children }) => hasKeyTag(children))),
  );
}
