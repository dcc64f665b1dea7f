import { parse, type DefaultTreeAdapterTypes } from "parse5";
import type { Edit } from "../edits.ts";
import { positionsIn, type ReportRow } from "../report.ts";
import { openTag } from "./condition.ts";
import { findMarkup, leaveTag } from "./leave-tag.ts";
import type { RewriteOptions, Rewritten } from "./language.ts";
import { NoEqual } from "./no-equal.ts";
import { createScope, createUsage, quoted, type Reached, type Scope } from "./scope.ts";

/** A tag of Carbone such as `{d.lines[i].price:formatN(2)}`. */
type CarboneTag = {
  start: number;
  end: number;
  text: string;
  path: string;
  formatters: { name: string; args: string[] }[];
};

const tagPattern = /\{(?:[dc]\.|[dc]\[|t\(|o\.|#)[^{}<>\n]{0,500}\}/g;

function readTag(text: string, start: number): CarboneTag {
  const inner = text.slice(1, -1);
  const pieces = splitOutside(inner, ":");
  const [path = "", ...calls] = pieces;
  const formatters = calls.map((call) => {
    const [, name = call, args] = /^([A-Za-z]\w*)\((.*)\)$/s.exec(call.trim()) ?? [];
    return {
      name: name.trim(),
      args: args === undefined || args.trim() === "" ? [] : splitOutside(args, ",").map((arg) => arg.trim()),
    };
  });
  return { start, end: start + text.length, text, path: path.trim(), formatters };
}

/** Splits a text at a character outside of quotes and parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let [from, depth, quote] = [0, 0, ""];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === separator && depth === 0) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

const momentFields: Readonly<Record<string, string>> = {
  YYYY: "yyyy",
  YY: "yy",
  MMMM: "MMMM",
  MMM: "MMM",
  MM: "MM",
  M: "M",
  DD: "dd",
  D: "d",
  dddd: "EEEE",
  ddd: "EEE",
  HH: "HH",
  H: "H",
  hh: "hh",
  h: "h",
  mm: "mm",
  m: "m",
  ss: "ss",
  s: "s",
  A: "a",
};

/** The pattern of Unicode for one of Carbone, such as `dd/MM/yyyy` for `DD/MM/YYYY`. */
function patternOf(format: string): string {
  const pattern = format.replaceAll(/[A-Za-z]+/g, (letters) => {
    const field = Object.hasOwn(momentFields, letters) ? momentFields[letters] : undefined;
    if (field === undefined) throw new NoEqual(`Patterns of dates have nothing for ${letters}.`);
    return field;
  });
  if (pattern.includes("[")) throw new NoEqual("Write texts in a pattern of dates in quotes.");
  return pattern;
}

const comparisons: Readonly<Record<string, string>> = {
  ifEQ: "is",
  ifNE: "isnt",
  ifGT: "over",
  ifGTE: "atleast",
  ifLT: "under",
  ifLTE: "atmost",
  ifIN: "has",
};
const simple: Readonly<Record<string, string>> = {
  upperCase: "upper",
  lowerCase: "lower",
  ucFirst: "capital",
  convCRLF: "lines",
  abs: "abs",
};
const numeric: Readonly<Record<string, string>> = { add: "plus", sub: "minus", mul: "times", div: "divide" };

const unquoted = (arg: string) => arg.replace(/^(['"])(.*)\1$/s, "$2");

function argumentOf(arg: string): string {
  if (/^-?\d+(?:\.\d+)?$/.test(arg)) return arg;
  if (arg.startsWith("."))
    throw new NoEqual("An argument is a name or a value: name a result with {{# … | as name }} first.");
  return quoted(unquoted(arg));
}

function plainText(arg: string): string {
  if (arg.startsWith(".") || arg.includes("{")) throw new NoEqual("Write the text beside the tag.");
  return unquoted(arg);
}

/** The steps of a path without the marks of Carbone. */
function plainSteps(steps: readonly string[]): string[] {
  return steps.map((step) => {
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    if (index === undefined && !/^[\w$-]+$/.test(step)) throw new NoEqual("Platen does not read this path.");
    return index ?? step;
  });
}

/** Rewrites the tags of Carbone in HTML that have an equal, and lists the others. */
export function rewriteCarbone(source: string, options: RewriteOptions = {}): Rewritten {
  const tags = [...source.matchAll(tagPattern)].map((found) => readTag(found[0], found.index));
  const positionAt = positionsIn(source);
  const isMarkup = findMarkup(source, tags);
  const loops = findLoops(source, tags);
  const usage = createUsage();
  run(createScope(usage, true, options.sample));
  return run(createScope(usage, false, options.sample));

  function run(scope: Scope): Rewritten {
    const edits: Edit[] = [];
    const rows: ReportRow[] = [];
    const opened: { subject: string; from: CarboneTag }[] = [];

    function row(tag: CarboneTag, more: Pick<ReportRow, "outcome"> & Partial<ReportRow>): void {
      const file = options.file === undefined ? {} : { file: options.file };
      rows.push({ kind: "tag", subject: tag.text, ...more, ...file, ...positionAt(tag.start) });
    }

    function reach(path: string): Reached {
      const [root = "", ...steps] = path.replaceAll(/\[(\w+(?:\+1)?)\]/g, ".[$1]").split(".");
      if (root !== "d") throw new NoEqual("Platen has only the data: send this value in them.");
      const at = steps.findIndex((step) => step === "[i]");
      if (at === -1) return scope.fromRoot(plainSteps(steps));
      const key = steps.slice(0, at).join(".");
      if (!scope.frames.some((frame) => frame.key === key)) {
        throw new NoEqual("Platen finds no row with [i] that a row with [i+1] follows: write {{#lines}} … {{/lines}}.");
      }
      return scope.byDepth(0, plainSteps(steps.slice(at + 1)));
    }

    function write(tag: CarboneTag): string {
      const aggregate = /^(.*)\[\]\.(\w+)$/.exec(tag.path);
      if (aggregate && tag.formatters.length === 1) {
        const [, list = "", field = ""] = aggregate;
        const format = { aggSum: "sum", aggAvg: "average", aggMin: "min", aggMax: "max" }[
          tag.formatters[0]?.name ?? ""
        ];
        if (format === undefined) throw new NoEqual("Platen has no such sum of a list.");
        const { subject, formats } = reach(list);
        return `{{ ${[subject, ...formats, `${format} ${field}`].join(" | ")} }}`;
      }
      const reached = reach(tag.path);
      const { subject } = reached;
      let { formats } = reached;
      let condition: { subject: string; formats: string[] } | undefined;
      let shows = "";
      for (const { name, args } of tag.formatters) {
        const [first = ""] = args;
        const comparison = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
        if (condition) {
          const term = { ...condition, isInverted: false };
          const close = `{{/${condition.subject}}}`;
          if (name === "show" && shows === "") shows = `${openTag(term)}${plainText(first)}${close}`;
          else if (name === "elseShow" && shows !== "")
            shows += `${openTag({ ...term, isInverted: true })}${plainText(first)}${close}`;
          else if (name === "showBegin" || name === "hideBegin") {
            opened.push({ subject: condition.subject, from: tag });
            return openTag({ ...term, isInverted: name === "hideBegin" });
          } else throw new NoEqual("Platen shows or hides by one condition: {{# status | is 'paid' }} … {{/status}}.");
        } else if (name === "showEnd" || name === "hideEnd") {
          const around = opened.pop();
          if (!around) throw new NoEqual("Nothing was opened before it.");
          return `{{/${around.subject}}}`;
        } else if (comparison !== undefined) {
          condition = { subject, formats: [...formats, `${comparison} ${argumentOf(first)}`] };
        } else if (name === "ifEM" || name === "ifNEM") {
          condition = { subject, formats: [...formats, name === "ifEM" ? "empty" : "present"] };
        } else if (Object.hasOwn(simple, name) && args.length === 0) formats = [...formats, simple[name] ?? ""];
        else if (Object.hasOwn(numeric, name)) formats = [...formats, `${numeric[name] ?? ""} ${argumentOf(first)}`];
        else if (name === "formatN" && /^\d+$/.test(first)) formats = [...formats, `number ${first}`];
        else if (name === "formatD" && args.length === 1)
          formats = [...formats, `date ${quoted(patternOf(unquoted(first)))}`];
        else if (name === "ifEmpty" && args.length === 1) formats = [...formats, `or ${argumentOf(first)}`];
        else if (name === "padl" && args.length === 2)
          formats = [...formats, `pad ${first} with=${quoted(unquoted(args[1] ?? ""))}`];
        else throw new NoEqual(`Platen has no format that does the same as ${name}.`);
      }
      if (condition && shows === "") throw new NoEqual("The condition shows nothing.");
      if (shows !== "") return shows;
      const text = [subject, ...formats].join(" | ");
      return formats.length === 0 ? `{{${text}}}` : `{{ ${text} }}`;
    }

    function replace(tag: CarboneTag): void {
      try {
        const became = write(tag);
        edits.push({ start: tag.start, end: tag.end, text: became });
        row(tag, { outcome: "rewritten", became });
      } catch (error) {
        if (!(error instanceof NoEqual)) throw error;
        row(tag, { outcome: "listed", message: error.message });
        if (isMarkup(tag.start)) edits.push({ start: tag.start, end: tag.end, text: leaveTag(tag.text, true) });
      }
    }

    let index = 0;
    for (const loop of loops) {
      while (index < tags.length && (tags[index]?.start ?? 0) < loop.first.start) replaceAt(index++);
      let list: Reached | undefined;
      try {
        list = reach(`d.${loop.path}`);
      } catch (error) {
        if (!(error instanceof NoEqual)) throw error;
      }
      usage.lists.add(loop.path);
      const { first, second } = loop;
      scope.inside({ key: loop.path, isItem: true }, () => {
        while (index < tags.length && (tags[index]?.start ?? 0) < first.end) replaceAt(index++);
      });
      if (list === undefined) continue;
      edits.push({ start: first.start, end: first.start, text: openTag({ ...list, isInverted: false }) });
      edits.push({ start: first.end, end: second.end, text: `{{/${list.subject}}}` });
      while (index < tags.length && (tags[index]?.start ?? 0) < second.end) {
        const tag = tags[index];
        if (tag) row(tag, { outcome: "rewritten", became: "", message: "The section repeats the row before." });
        index += 1;
      }
    }
    while (index < tags.length) replaceAt(index++);
    return { edits, rows };

    function replaceAt(at: number): void {
      const tag = tags[at];
      if (tag) replace(tag);
    }
  }
}

type Range = { start: number; end: number };
type Loop = { path: string; first: Range; second: Range };

/** Finds the rows that Carbone repeats: a row with `[i]`, and the next one with `[i+1]`. */
function findLoops(source: string, tags: readonly CarboneTag[]): Loop[] {
  const listOf = (tag: CarboneTag, mark: string) => {
    const at = tag.path.indexOf(mark);
    return at === -1 || tag.path.includes("[i", at + mark.length) || tag.path.indexOf("[i") !== at
      ? undefined
      : tag.path.slice("d.".length, at);
  };
  const firsts = new Map<string, CarboneTag[]>();
  const seconds = new Map<string, CarboneTag[]>();
  for (const tag of tags) {
    for (const [mark, all] of [
      ["[i]", firsts],
      ["[i+1]", seconds],
    ] as const) {
      const list = listOf(tag, mark);
      if (list === undefined) continue;
      const known = all.get(list);
      if (known) known.push(tag);
      else all.set(list, [tag]);
    }
  }
  if (seconds.size === 0) return [];
  const elements = elementsOf(source);
  const loops: Loop[] = [];
  for (const [path, following] of seconds) {
    const repeated = firsts.get(path) ?? [];
    const within = (range: Range, tag: CarboneTag) => tag.start >= range.start && tag.end <= range.end;
    const pair = elements.find(
      ({ range, before }) =>
        before !== undefined &&
        following.every((tag) => within(range, tag)) &&
        repeated.length > 0 &&
        repeated.every((tag) => within(before, tag)),
    );
    if (pair?.before) loops.push({ path, first: pair.before, second: pair.range });
  }
  return loops
    .toSorted((one, other) => one.first.start - other.first.start)
    .filter((loop, index, all) => index === 0 || (all[index - 1]?.second.end ?? 0) <= loop.first.start);
}

/** The elements of HTML, each with its range and that of the element before. */
function elementsOf(source: string): { range: Range; before: Range | undefined }[] {
  const found: { range: Range; before: Range | undefined }[] = [];
  const pending: DefaultTreeAdapterTypes.ParentNode[] = [parse(source, { sourceCodeLocationInfo: true })];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    let before: Range | undefined;
    for (const node of parent.childNodes) {
      if (!("tagName" in node)) continue;
      const place = node.sourceCodeLocation;
      const range = place ? { start: place.startOffset, end: place.endOffset } : undefined;
      if (range) found.push({ range, before });
      before = range;
      pending.push(node);
    }
  }
  return found;
}
