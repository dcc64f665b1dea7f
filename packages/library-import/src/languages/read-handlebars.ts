import { joinConditions, negated, type Condition, type Term } from "./condition.ts";
import { NoEqual } from "./no-equal.ts";
import { truthOfScript } from "./read-expression.ts";
import { createTokenReader, readTokens, type TokenReader } from "./read-tokens.ts";
import type { Scope } from "./scope.ts";
import { asArgument, constantValue, reachedValue, withFormats, type Value } from "./value.ts";

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

/** A reader of what stands in a tag of Handlebars. */
export const readerOf = (text: string) => createTokenReader(readTokens(text, true));

/** Reads the values and conditions of Handlebars, where a scope says what names mean. */
export function createHandlebarsReader(scope: Scope, ownHelpers: ReadonlySet<string> | undefined) {
  function reach(path: Path): Value {
    if (path.builtin !== undefined) {
      const entries = scope.frames.at(-1)?.names;
      const name = builtins[path.builtin] ?? entries?.get(`@${path.builtin}`);
      if (name === undefined || path.up > 0) throw new NoEqual("Platen has @number, @index, @first, @last and @count.");
      if (name === "key") return reachedValue(scope.byDepth(0, ["key"]));
      return reachedValue({ subject: name, formats: [] });
    }
    if (path.isRoot) {
      if (path.steps.length === 0) throw new NoEqual("Name a field of the data.");
      return reachedValue(scope.fromRoot(path.steps), path.steps.join("."));
    }
    const frame = scope.frames.at(-1 - path.up);
    const [first = "", ...rest] = path.steps;
    if (rest.length === 0 && ownHelpers?.has(first)) {
      throw new NoEqual(`The template’s own function ${first} has no equal.`);
    }
    const named = scope.frames.findLastIndex(({ names, variable }) => names?.has(first) === true || variable === first);
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
    const isCall = reader.peek()?.kind === "name" && reader.peek(1) !== undefined && !isPathMark(reader.peek(1)?.text);
    if (!isCall) return readOperand(reader);
    if (ownHelpers?.has(name)) throw new NoEqual(`The template’s own function ${name} has no equal.`);
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
    if (ownHelpers?.has(name)) throw new NoEqual(`The template’s own function ${name} has no equal.`);
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

  return { readOperand, readCall, readCondition };
}

const isPathMark = (text: string | undefined) => [".", "/", "[", "]", ")"].includes(text ?? "");
