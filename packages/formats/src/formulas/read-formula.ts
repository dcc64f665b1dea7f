import { toDecimal } from "../decimal.ts";
import { meantName } from "../meant-name.ts";
import { wholeNumber } from "../whole-number.ts";
import { FormulaError, functions, type Formula, type FormulaMistake, type FunctionName } from "./formula.ts";
import { readTokens, type Token } from "./formula-tokens.ts";

const comparators: ReadonlySet<string> = new Set(["=", "≠", "<", "≤", ">", "≥"]);
const sums: ReadonlySet<string> = new Set(["+", "-"]);
const products: ReadonlySet<string> = new Set(["×", "/"]);
const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
const maxPlaces = 20;

/** Reads a formula such as `sum(items, price × quantity)`, or finds its first mistake. */
export function readFormula(text: string): { formula: Formula } | { mistake: FormulaMistake } {
  try {
    return { formula: parse(readTokens(text)) };
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return { mistake: { offset: error.offset, message: error.message } };
  }
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

function parse(tokens: readonly Token[]): Formula {
  let at = 0;
  const end: Token = { kind: "end", offset: 0 };
  const next = () => tokens[at] ?? end;

  function take(): Token {
    const token = next();
    at += 1;
    return token;
  }

  /** Operations from left to right. */
  function operations(known: ReadonlySet<string>, part: () => Formula, most = Infinity): Formula {
    let left = part();
    for (let count = 0; count < most; count += 1) {
      const token = next();
      if (token.kind !== "operator" || !known.has(token.operator)) break;
      at += 1;
      left = { kind: "operation", operator: token.operator, left, right: part(), offset: token.offset };
    }
    return left;
  }

  const product = () => operations(products, signed);
  const whole = (): Formula => operations(comparators, () => operations(sums, product), 1);

  function signed(): Formula {
    const token = next();
    if (token.kind !== "operator" || !sums.has(token.operator)) return percent();
    at += 1;
    const of = signed();
    return token.operator === "-" ? { kind: "negative", of, offset: token.offset } : of;
  }

  function percent(): Formula {
    let of = single();
    for (let token = next(); token.kind === "percent"; token = next()) {
      at += 1;
      of = { kind: "percent", of, offset: token.offset };
    }
    return of;
  }

  function single(): Formula {
    const token = take();
    const { offset } = token;
    if (token.kind === "number") return { kind: "literal", value: toDecimal(token.text) ?? token.text, offset };
    if (token.kind === "text") return { kind: "literal", value: token.text, offset };
    if (token.kind === "name" && next().kind === "open") return call(token.text, offset);
    if (token.kind === "name") {
      const value = booleans.get(token.text);
      return value === undefined ? { kind: "name", steps: token.steps, offset } : { kind: "literal", value, offset };
    }
    if (token.kind !== "open") throw new FormulaError(offset, missingValue(token));
    const inner = whole();
    close(offset);
    return inner;
  }

  function call(name: string, offset: number): Formula {
    if (!isFunction(name)) throw new FormulaError(offset, unknownFunction(name));
    const opened = take().offset;
    const args = next().kind === "close" ? [] : [whole()];
    while (next().kind === "comma") {
      at += 1;
      args.push(whole());
    }
    close(opened);
    checkArguments(name, args, offset);
    return { kind: "call", name, args, offset };
  }

  function close(opened: number): void {
    const token = next();
    if (token.kind === "end") throw new FormulaError(opened, "The parenthesis is never closed.");
    if (token.kind !== "close") throw new FormulaError(token.offset, unexpected(token));
    at += 1;
  }

  const formula = whole();
  const rest = next();
  if (rest.kind !== "end") throw new FormulaError(rest.offset, unexpected(rest));
  return formula;
}

function missingValue({ kind }: Token): string {
  if (kind === "percent") return "A number or a name must stand before %.";
  return kind === "end" ? "A number or a name must follow." : "A number or a name must stand here.";
}

function unexpected({ kind }: Token): string {
  if (kind === "comma") return "A comma separates the arguments of a function. Write decimals with a point: 0.21.";
  if (kind === "close") return "The parenthesis is never opened.";
  return kind === "operator"
    ? "A formula compares only two values. Nest further conditions: if(a > b, if(b > c, 1, 0), 0)."
    : "An operator such as + or × must stand before this. % means percent.";
}

function unknownFunction(name: string): string {
  const known = Object.keys(functions);
  const near = meantName(name.toLowerCase(), known);
  const advice = near === undefined ? `Formulas know ${known.join(", ")}.` : `Did you mean ${near}?`;
  return `A formula has no function of this name. ${advice}`;
}

function checkArguments(name: FunctionName, args: readonly Formula[], offset: number): void {
  const { least, most, signature, takesList = false } = functions[name];
  const [first, second] = args;
  if (args.length < least || args.length > most) throw new FormulaError(offset, `Write ${name} as ${signature}.`);
  if (takesList && first?.kind !== "name") {
    throw new FormulaError(first?.offset ?? offset, `The name of a list must stand here, as in ${signature}.`);
  }
  if (name === "round" && second?.kind === "literal" && wholeNumber(second.value, 0, maxPlaces) === undefined) {
    throw new FormulaError(second.offset, `The decimal places must be a whole number from 0 to ${maxPlaces}.`);
  }
}
