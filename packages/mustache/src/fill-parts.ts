import { ExactNumber } from "@platen/contracts/exact-json";
import { escapeHtml } from "./escape-html.ts";
import type { Evaluated, EvaluationIssue, Evaluator, ExpressionTag, TagScope } from "./expression.ts";
import { MustacheError, tooDeepError } from "./mustache-error.ts";
import type { Part } from "./parse-mustache.ts";

export type FillOptions = {
  maxOutputLength: number;
  /** Characters of the limit that other texts of the document have used up. The default is 0. */
  usedLength?: number;
  /** The texts for the placeholders, by name. */
  placeholders?: Readonly<Record<string, string>>;
  /** Evaluates the tags with formats. A template that has any cannot be filled without it. */
  evaluator?: Evaluator;
  /**
   * Gets each value tag whose name no scope of the data has, and each tag whose value does not fit a format, once for each
   * time that it is filled. `pathOf` gives the place in the data, such as `lines[].discount`.
   */
  onIssue?: (issue: DataIssueKind, part: TagPart, pathOf: () => string) => void;
};

type ValuePart = Part & { kind: "value" };
export type TagPart = Part & { kind: "value" | "section" };

/** A fault of the data of a tag. */
export type DataIssueKind = EvaluationIssue["kind"];

/**
 * Fills a parsed template as Mustache does, with three differences: names reach only own properties of the data, never
 * prototypes; functions in the data are never called; and the output has a size limit.
 */
export function fillParts(parts: readonly Part[], data: unknown, options: FillOptions): string {
  const output = createOutput(options.maxOutputLength, options.usedLength);
  try {
    write(parts, { value: data, parent: undefined, index: 0, count: 0 }, output, options);
  } catch (error) {
    throw error instanceof RangeError ? tooDeepError(error) : error;
  }
  return output.text();
}

/** What names mean. `index` and `count` are those of the innermost list; without a list, `count` is 0. */
type Scope = {
  value: unknown;
  parent: Scope | undefined;
  index: number;
  count: number;
  section?: Section;
  isItem?: true;
  /** Whether it adds names to the scope around it, which has the data. */
  isAdded?: boolean | undefined;
};
type Section = Part & { kind: "section" };
type Output = ReturnType<typeof createOutput>;

/** The output is in memory as flat texts of about this length: appending to one text makes an object for each piece. */
const blockLength = 65_536;
const blockPieces = 4_096;

function createOutput(maxLength: number, usedLength = 0) {
  const blocks: string[] = [];
  let pieces: string[] = [];
  let pendingLength = 0;
  let length = usedLength;

  function flush(): void {
    blocks.push(pieces.join(""));
    pieces = [];
    pendingLength = 0;
  }

  return {
    /** Counts a piece before it keeps it. */
    add(piece: string) {
      length += piece.length;
      if (length > maxLength) {
        throw new MustacheError("too_large", `The filled template exceeds the limit of ${maxLength} characters.`);
      }
      pieces.push(piece);
      pendingLength += piece.length;
      if (pendingLength >= blockLength || pieces.length >= blockPieces) flush();
    },
    text() {
      flush();
      return blocks.join("");
    },
  };
}

function write(parts: readonly Part[], scope: Scope, output: Output, options: FillOptions): void {
  for (const part of parts) {
    switch (part.kind) {
      case "text":
        output.add(part.text);
        break;
      case "value":
        writeTag(part, scope, output, options);
        break;
      case "section":
        writeSection(part, scope, output, options);
        break;
      case "placeholder":
        output.add(options.placeholders?.[part.name] ?? "");
        break;
    }
  }
}

function writeTag(part: ValuePart, scope: Scope, output: Output, options: FillOptions): void {
  const { onIssue } = options;
  const { expression, isInAttribute = false } = part;
  if (!expression) {
    const value = lookUp(part.name, scope);
    // Data comes from JSON, which has no undefined: a null counts as there.
    if (value === undefined) onIssue?.("missing", part, () => pathOf(part.name, scope));
    writeValue(value, part.escaped, output);
    return;
  }
  const { value, isMarkup, inAttribute, issue } = evaluate(part, scope, options);
  if (issue) onIssue?.(issue.kind, part, () => pathOfIssue(issue, part, scope));
  if (isInAttribute && inAttribute) writeValue(inAttribute(), true, output);
  else writeValue(value, part.escaped && (!isMarkup || isInAttribute), output);
}

/** The place of a name in a scope. It consists of names of the template, never of values or names of the data. */
function pathOf(name: string, from: Scope): string {
  const steps = [name];
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const { section, parent } = scope;
    // A text or number as a scope has no names in it.
    if (!section || !parent || scope.isAdded) continue;
    const isItem = scope.isItem === true;
    if (!isItem && (typeof scope.value !== "object" || scope.value instanceof ExactNumber)) continue;
    const { expression } = section;
    const subject = expression?.subject.kind === "path" ? expression.subject.path : section.name;
    steps.push(`${subject === "." ? "" : subject}${isItem ? "[]" : ""}`);
  }
  return steps.toReversed().join(".").replaceAll(".[]", "[]");
}

function writeSection(part: Section, scope: Scope, output: Output, options: FillOptions): void {
  const { value, isAdded } = part.expression
    ? evaluateSection(part, scope, options)
    : { value: lookUp(part.name, scope), isAdded: undefined };
  const isEmpty = !value || (Array.isArray(value) && value.length === 0);
  if (part.inverted) {
    if (isEmpty) write(part.parts, scope, output, options);
  } else if (Array.isArray(value)) {
    const count = value.length;
    let index = 0;
    for (const item of value) {
      write(part.parts, { value: item, parent: scope, index, count, section: part, isItem: true }, output, options);
      index += 1;
    }
  } else if (value === true) {
    write(part.parts, scope, output, options);
  } else if (!isEmpty) {
    const { index, count } = scope;
    write(part.parts, { value, parent: scope, index, count, section: part, isAdded }, output, options);
  }
}

/** A section asks whether something is there, so a missing value is no issue. */
function evaluateSection(part: Section, scope: Scope, options: FillOptions): Evaluated {
  const evaluated = evaluate(part, scope, options);
  const { issue } = evaluated;
  if (issue && issue.kind !== "missing") options.onIssue?.(issue.kind, part, () => pathOfIssue(issue, part, scope));
  return evaluated;
}

function pathOfIssue(issue: EvaluationIssue, part: TagPart, scope: Scope): string {
  if ("name" in issue) return pathOf(issue.name, scope);
  const subject = pathOfSubject(part, scope);
  return "field" in issue && issue.field !== undefined ? `${subject}[].${issue.field}` : subject;
}

function pathOfSubject({ expression }: TagPart, scope: Scope): string {
  if (!expression) return "";
  const { subject } = expression;
  if (subject.kind === "literal") return `'${subject.value}'`;
  return subject.kind === "builtin" ? `@${subject.path}` : pathOf(subject.path, scope);
}

function evaluate(part: Section | (Part & { kind: "value" }), scope: Scope, { evaluator }: FillOptions): Evaluated {
  if (!part.expression || !evaluator) throw new Error("a tag with formats needs an evaluator");
  const { start } = part;
  const tag: ExpressionTag =
    part.kind === "section"
      ? { start, end: part.contentStart, use: "section" }
      : { start, end: part.end, use: part.escaped ? "escaped" : "raw" };
  return evaluator.evaluate(part.expression, tagScope(scope), tag);
}

function tagScope(scope: Scope): TagScope {
  const { index, count } = scope;
  return {
    lookUp: (name) => lookUp(name, scope),
    pathOf: (name) => pathOf(name, scope),
    loop: count === 0 ? undefined : { index, count },
  };
}

/** Finds a name from the innermost scope outwards. A dotted name matches in a scope that has its last step. */
function lookUp(name: string, from: Scope): unknown {
  if (name === ".") return from.value;
  if (!name.includes(".")) {
    for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
      const { value } = scope;
      if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) return ownProperty(value, name);
    }
    return undefined;
  }
  const steps = name.split(".");
  const last = steps.length - 1;
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    let value = scope.value;
    for (const [index, step] of steps.entries()) {
      // Templates may use the own `length` of a string.
      if (value === null || value === undefined || !Object.hasOwn(Object(value), step)) break;
      value = ownProperty(value, step);
      if (index === last) return value;
    }
  }
  return undefined;
}

function ownProperty(value: object, name: string): unknown {
  // The callers have checked that the property is an own one.
  return (value as Record<string, unknown>)[name];
}

/** Writes a value in pieces, so that neither an escaped text nor a list is in memory as a whole. */
function writeValue(value: unknown, escaped: boolean, output: Output): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (index > 0) output.add(",");
      writeValue(item, escaped, output);
    }
    return;
  }
  const text = textOf(value);
  if (!escaped) output.add(text);
  else if (text.length <= blockLength) output.add(escapeHtml(text));
  else {
    for (let at = 0; at < text.length; at += blockLength) output.add(escapeHtml(text.slice(at, at + blockLength)));
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof ExactNumber) return value.toString();
  // Not String(value): a `toString` in the data is data.
  return typeof value === "object" && value !== null ? "[object Object]" : "";
}
