import { joinConditions, negated, type Condition, type Term } from "./condition.ts";
import { jinjaFilters, jinjaMethods, liquidFilters, type FilterArguments } from "./filters.ts";
import { NoEqual } from "./no-equal.ts";
import { createTokenReader, readTokens, type TokenReader } from "./read-tokens.ts";
import type { Scope } from "./scope.ts";
import { asArgument, constantValue, reachedValue, withFormats, type Value } from "./value.ts";

/** Reads the expressions of Liquid and Jinja. */
export type ExpressionContext = { language: "liquid" | "jinja"; scope: Scope; locale: string | undefined };

const builtins: Readonly<Record<string, string>> = {
  "forloop.index": "@number",
  "forloop.index0": "@index",
  "forloop.first": "@first",
  "forloop.last": "@last",
  "forloop.length": "@count",
  "loop.index": "@number",
  "loop.index0": "@index",
  "loop.first": "@first",
  "loop.last": "@last",
  "loop.length": "@count",
};

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["True", true],
  ["False", false],
  ["nil", null],
  ["null", null],
  ["none", null],
  ["None", null],
]);

export function readerOf(text: string, language: ExpressionContext["language"]): TokenReader {
  return createTokenReader(readTokens(text, language === "liquid"));
}

/** Reads a text to its end. */
export function readWhole<T>(text: string, { language }: ExpressionContext, read: (reader: TokenReader) => T): T {
  const reader = readerOf(text, language);
  const result = read(reader);
  reader.end();
  return result;
}

/** Reads a path such as `customer.lines[0].name`, without looking it up. */
export function readSteps(reader: TokenReader): string[] {
  const first = reader.next();
  if (first?.kind !== "name") throw new NoEqual("Platen does not read this tag.");
  const steps = [first.text];
  for (;;) {
    if (reader.isAt(".") && ["name", "number"].includes(reader.peek(1)?.kind ?? "") && !reader.isAt("(", 2)) {
      reader.next();
      // The reader takes 0.1 of a.0.1 for one number.
      steps.push(...(reader.next()?.text ?? "").split("."));
    } else if (reader.isAt("[")) {
      const step = reader.peek(1);
      if ((step?.kind !== "number" && step?.kind !== "text") || !reader.isAt("]", 2)) {
        throw new NoEqual("Platen reads a key from the data by a format: {{ labels | get language }}.");
      }
      reader.next();
      steps.push(reader.next()?.text ?? "");
      reader.next();
    } else return steps;
  }
}

function pathValue(steps: readonly string[], { scope, language }: ExpressionContext): Value {
  const builtin = builtins[steps.join(".")];
  if (builtin !== undefined) {
    if (!scope.frames.some(({ isItem }) => isItem))
      throw new NoEqual("This name means something only inside of a list.");
    return reachedValue({ subject: builtin, formats: [] });
  }
  const last = steps.at(-1) ?? "";
  if (steps[0] === "forloop" || steps[0] === "loop")
    throw new NoEqual("Platen has @number, @index, @first, @last and @count.");
  if (language === "liquid" && steps.length > 1 && ["size", "first", "last"].includes(last)) {
    const list = steps.slice(0, -1);
    const key = scope.keyOf(list);
    if (scope.kindOf(key) !== "list" && !scope.isCollecting) {
      throw new NoEqual(`Platen cannot tell whether ${list.join(".")} is a list: its number of items is | count.`);
    }
    return withFormats(reachedValue(scope.byVariable(list)), [last === "size" ? "count" : last]);
  }
  return reachedValue(scope.byVariable(steps), scope.keyOf(steps));
}

/** A value before its filters. */
function readOperand(reader: TokenReader, context: ExpressionContext): Value {
  const token = reader.peek();
  if (!token) throw new NoEqual("The tag is empty.");
  if (token.kind === "text" || token.kind === "number") {
    reader.next();
    if (token.kind === "text") return constantValue(token.text);
    // Liquid tells 2 from 2.0.
    return { ...constantValue(Number(token.text)), reached: { subject: token.text, formats: [] } };
  }
  if (reader.isAt("-") && reader.peek(1)?.kind === "number") {
    reader.next();
    return constantValue(-Number(reader.next()?.text));
  }
  if (context.language === "jinja" && reader.take("(")) {
    // Formats are applied from left to right, so what stands first needs no parentheses.
    const { key: _key, ...value } = readCalculation(reader, context);
    reader.expect(")");
    return value;
  }
  if (token.kind !== "name") throw new NoEqual(`Platen does not read ${token.text} here.`);
  const constant = constants.get(token.text);
  if (constant !== undefined) {
    reader.next();
    return constantValue(constant);
  }
  if (context.language === "liquid" && (token.text === "blank" || token.text === "empty")) {
    reader.next();
    return { ...constantValue(""), word: token.text };
  }
  if (reader.isAt("(", 1)) throw new NoEqual("Platen calls no functions: send the result in the data.");
  return pathValue(readSteps(reader), context);
}

function readCallArguments(reader: TokenReader, context: ExpressionContext, end: string): FilterArguments {
  const values: Value[] = [];
  const named = new Map<string, Value>();
  while (!reader.isDone() && !reader.isAt(end)) {
    const name = reader.peek();
    const read = context.language === "jinja" ? readCalculation : readOperand;
    if (name?.kind === "name" && (reader.isAt("=", 1) || (context.language === "liquid" && reader.isAt(":", 1)))) {
      reader.next();
      reader.next();
      named.set(name.text, read(reader, context));
    } else values.push(read(reader, context));
    if (!reader.take(",")) break;
  }
  return { values, named };
}

/** A value with its filters. */
export function readValue(reader: TokenReader, context: ExpressionContext): Value {
  let value = readOperand(reader, context);
  for (;;) {
    if (context.language === "jinja" && reader.isAt(".") && reader.isAt("(", 2)) {
      reader.next();
      const method = reader.next()?.text ?? "";
      reader.expect("(");
      const args = readCallArguments(reader, context, ")");
      reader.expect(")");
      value =
        method === "format" ? formatted(value, args, context) : applied(jinjaMethods, method, value, args, context);
    } else if (reader.take("|")) {
      const name = reader.next();
      if (name?.kind !== "name") throw new NoEqual("Platen does not read this tag.");
      if (context.language === "liquid") {
        const args = reader.take(":") ? readCallArguments(reader, context, "|") : { values: [], named: new Map() };
        value = applied(liquidFilters, name.text, value, args, context);
      } else {
        const hasArguments = reader.take("(");
        const args = hasArguments ? readCallArguments(reader, context, ")") : { values: [], named: new Map() };
        if (hasArguments) reader.expect(")");
        value = applied(jinjaFilters, name.text, value, args, context);
      }
    } else return value;
  }
}

function applied(
  filters: typeof liquidFilters,
  name: string,
  value: Value,
  args: FilterArguments,
  { scope, locale }: ExpressionContext,
): Value {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (!filter) throw new NoEqual(`Platen has no format that does the same as ${name}.`);
  return filter(value, args, scope, locale);
}

/** `"{:,.2f}".format(total)`: grouped digits, as English writes them. */
function formatted(value: Value, { values: [number] }: FilterArguments, { locale }: ExpressionContext): Value {
  const digits = /^\{:,\.(\d{1,2})f\}$/.exec(typeof value.constant === "string" ? value.constant : "")?.[1];
  const isEnglish = locale === undefined || /^en\b/i.test(locale);
  if (digits === undefined || !number || number.isConstant || !isEnglish) {
    throw new NoEqual("Platen prints numbers by the language of the document: write | number 2.");
  }
  return withFormats(number, [`number ${digits}`]);
}

const arithmetic: Readonly<Record<string, string>> = { "*": "times", "-": "minus", "/": "divide", "+": "plus" };
const isStrong = (mark: string | undefined) => mark === "*" || mark === "/";

/** Values of Jinja with operators between them. */
function readCalculation(reader: TokenReader, context: ExpressionContext): Value {
  let value = readValue(reader, context);
  let weakest: string | undefined;
  for (;;) {
    const mark = reader.peek();
    const format = mark?.kind === "mark" ? arithmetic[mark.text] : undefined;
    if (!mark || format === undefined) return value;
    // Formats are applied from left to right.
    if (weakest !== undefined && isStrong(mark.text) && !isStrong(weakest)) {
      throw new NoEqual("A tag has no parentheses: name a result with {{# … | as name }} first.");
    }
    reader.next();
    const other = readValue(reader, context);
    const isNumber = (each: Value) =>
      typeof each.constant === "number" ||
      (each.key !== undefined && context.scope.kindOf(each.key) === "number") ||
      /^(?:times|minus|divide|plus) /.test(each.reached.formats.at(-1) ?? "");
    if (mark.text === "+" && !isNumber(value) && !isNumber(other) && !context.scope.isCollecting) {
      throw new NoEqual("Platen cannot tell whether + adds numbers or joins texts: write | plus, or both tags.");
    }
    if (mark.text === "*" && [value, other].some((each) => typeof each.constant === "string")) {
      throw new NoEqual("Platen repeats no texts.");
    }
    value = withFormats(value, [`${format} ${asArgument(other)}`]);
    weakest = weakest === undefined || isStrong(weakest) ? mark.text : weakest;
  }
}

/** The values that an output tag prints: several where Jinja joins them with `~`. */
export function readOutput(reader: TokenReader, context: ExpressionContext): Value[] {
  const values = [context.language === "jinja" ? readCalculation(reader, context) : readValue(reader, context)];
  while (context.language === "jinja" && reader.take("~")) values.push(readCalculation(reader, context));
  return values;
}

const comparisons: Readonly<Record<string, string>> = {
  "==": "is",
  "!=": "isnt",
  "<>": "isnt",
  ">": "over",
  "<": "under",
  ">=": "atleast",
  "<=": "atmost",
};

const blankCaveat = "Platen counts false, and a text of blanks, as present.";

function term({ reached }: Value, format: string): Condition {
  return { terms: [{ ...reached, formats: [...reached.formats, format], isInverted: false }], isAny: false };
}

/** Whether a value counts as true, by the rules of its language. */
export function truth(value: Value, { language, scope }: ExpressionContext): Condition {
  const { reached } = value;
  const plain = (isInverted: boolean, ...formats: string[]): Condition => {
    const one: Term = { subject: reached.subject, formats: [...reached.formats, ...formats], isInverted };
    return { terms: [one], isAny: false };
  };
  if (value.isConstant) throw new NoEqual("The condition always has the same answer.");
  if (reached.subject.startsWith("@") && reached.formats.length === 0) return plain(false);
  const kind = value.key === undefined ? undefined : scope.kindOf(value.key);
  if (kind === "boolean") return plain(false);
  if (language === "liquid") return plain(true, "in null false");
  return truthOfScript(value, kind, scope, plain);
}

/** In Jinja and Handlebars 0, an empty text and an empty list count as false, as in Mustache. */
export function truthOfScript(
  { reached, key }: Value,
  kind: ReturnType<Scope["kindOf"]>,
  scope: Scope,
  plain: (isInverted: boolean, ...formats: string[]) => Condition,
): Condition {
  // A section with the name alone would repeat its content for each item, and change what names mean.
  if (kind === "list" || kind === "object") return plain(false, "present");
  const frame = scope.frames.at(-1);
  const usesItem = frame !== undefined && scope.usage.items.has(frame.key);
  const looksLikeList = key !== undefined && /(?:[^s]s|list|items|lines|rows)$/i.test(key) && kind === undefined;
  if (usesItem || looksLikeList || reached.formats.length > 0) return plain(true, "or false", "in false 0");
  return plain(false);
}

function readComparison(reader: TokenReader, context: ExpressionContext): Condition {
  if (context.language === "jinja" && reader.take("not")) return negated(readComparison(reader, context));
  if (reader.isAt("(")) {
    if (context.language === "liquid") throw new NoEqual("Liquid has no parentheses.");
    reader.next();
    const inner = readCondition(reader, context);
    reader.expect(")");
    return inner;
  }
  const value = context.language === "jinja" ? readCalculation(reader, context) : readOperand(reader, context);
  const mark = reader.peek();
  if (mark === undefined) return truth(value, context);
  if (context.language === "jinja" && (mark.text === "in" || (mark.text === "not" && reader.isAt("in", 1)))) {
    const isInverted = reader.take("not");
    reader.next();
    const condition = readIn(value, reader, context);
    return isInverted ? negated(condition) : condition;
  }
  if (reader.isAt("is")) {
    // Blade asks for what is neither missing nor null.
    if (reader.isAt("set", 1)) {
      reader.next();
      reader.next();
      return term(value, "isnt null");
    }
    throw new NoEqual("Platen does not tell a missing name from null: write | present or | empty.");
  }
  if (context.language === "liquid" && reader.take("contains")) {
    return term(value, `has ${asArgument(readOperand(reader, context))}`);
  }
  const format = mark.kind === "mark" ? comparisons[mark.text] : undefined;
  if (format === undefined) return truth(value, context);
  reader.next();
  const other = context.language === "jinja" ? readCalculation(reader, context) : readOperand(reader, context);
  if (value.isConstant) throw new NoEqual("Write the name before the value.");
  if (other.word === "blank") {
    if (format !== "is" && format !== "isnt") throw new NoEqual("Ask for | empty or | present.");
    return { ...term(value, format === "is" ? "empty" : "present"), caveat: blankCaveat };
  }
  if (context.language === "jinja" && other.isConstant && other.constant === null) {
    throw new NoEqual("Platen does not tell a missing name from null: write | present or | empty.");
  }
  return term(value, `${format} ${asArgument(other)}`);
}

function readIn(value: Value, reader: TokenReader, context: ExpressionContext): Condition {
  const isTuple = reader.isAt("(");
  if (!isTuple && !reader.isAt("[")) {
    const list = readValue(reader, context);
    if (!list.isConstant && list.key !== undefined && context.scope.kindOf(list.key) === "object") {
      throw new NoEqual("Platen looks for no keys of an object.");
    }
    return term(list, `has ${asArgument(value)}`);
  }
  reader.next();
  const { values } = readCallArguments(reader, context, isTuple ? ")" : "]");
  reader.expect(isTuple ? ")" : "]");
  if (values.length === 0) throw new NoEqual("The list is empty.");
  return term(value, `in ${values.map(asArgument).join(" ")}`);
}

/** A condition with `and`, `or` and `not`. */
export function readCondition(reader: TokenReader, context: ExpressionContext): Condition {
  if (context.language === "jinja") {
    const alternatives = [readAll(reader, context)];
    while (reader.take("or")) alternatives.push(readAll(reader, context));
    return joinConditions(alternatives, true);
  }
  const first = readComparison(reader, context);
  const word = reader.isAt("and") ? "and" : "or";
  const all = [first];
  while (reader.take(word)) all.push(readComparison(reader, context));
  if (reader.isAt("and") || reader.isAt("or")) {
    throw new NoEqual("A condition with both “and” and “or” needs sections inside of each other.");
  }
  return joinConditions(all, word === "or");
}

function readAll(reader: TokenReader, context: ExpressionContext): Condition {
  const all = [readComparison(reader, context)];
  while (reader.take("and")) all.push(readComparison(reader, context));
  return joinConditions(all, false);
}
