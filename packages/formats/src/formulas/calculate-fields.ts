import { ExactNumber } from "@platen/contracts/exact-json";
import { MustacheError } from "@platen/mustache";
import { areSame } from "../compare-values.ts";
import { bounded, digitsOf, isDecimal, toDecimal, zero, type Decimal } from "../decimal.ts";
import { ownProperty } from "../own-field.ts";
import { isAbsent } from "../text-of.ts";
import { wholeNumber } from "../whole-number.ts";
import type { ReadField } from "./calculated-fields.ts";
import type { Comparator, Formula, NameFormula, Operator } from "./formula.ts";

/**
 * Why a field has no value. The data lack a name, or have something else there than the formula needs. The path is that of
 * the name, such as `items[].price`, or the field's own name for a result without a number.
 */
export type FieldIssue = { name: string; kind: "missing" | "unformattable"; path: string; offset: number };

export type Calculated = {
  /** The values of the fields: null for one without a value. */
  values: Readonly<Record<string, unknown>>;
  issues: readonly FieldIssue[];
  /** The fields that the data have too, with another value. */
  replaced: readonly string[];
};

/** Items that the formulas of one document look at, together. */
const maxItems = 1_000_000;
const maxPlaces = 20;

/** The calculation of one document. */
type Run = {
  data: unknown;
  names: ReadonlySet<string>;
  /** The fields calculated so far; undefined for one without a value. */
  known: Map<string, Decimal | boolean | undefined>;
  items: number;
};

/** Where a part of a formula stands: its field, and the item of a list for which a `sum` calculates it. */
type Place = { run: Run; field: string; scope: Scope | undefined };

/** An item of a list, and what is around it. */
type Scope = { item: unknown; path: string; hasName: (name: string) => boolean; around: Scope | undefined };

/** Ends a formula that has no value. Without an issue, a field that it reads has none. */
class NoValue extends Error {
  readonly issue: FieldIssue | undefined;

  constructor(issue?: FieldIssue) {
    super("the formula has no value");
    this.issue = issue;
  }
}

/**
 * Calculates fields from the data, in the order in which they were read. Numbers are exact; a division has twenty decimal
 * places. Throws for data with too many items.
 */
export function calculateFields(fields: readonly ReadField[], data: unknown): Calculated {
  const run: Run = { data, names: new Set(fields.map(({ name }) => name)), known: new Map(), items: 0 };
  const issues: FieldIssue[] = [];
  for (const { name, formula } of fields) {
    try {
      run.known.set(name, resultOf(formula, { run, field: name, scope: undefined }));
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      run.known.set(name, undefined);
      if (error.issue) issues.push(error.issue);
    }
  }
  const values = [...run.known].map(([name, value]) => [name, dataOf(value)] as const);
  const replaced = values.flatMap(([name, value]) => {
    const given = ownProperty(data, name);
    return given === undefined || areSame(given, value) ? [] : [name];
  });
  return { values: Object.fromEntries(values), issues, replaced };
}

function resultOf(formula: Formula, place: Place): Decimal | boolean {
  const value = valueOf(formula, place);
  return typeof value === "boolean" ? value : numberFrom(value, formula, place);
}

/** A result as JSON has it: a number, or one with all its digits. A tag prints nothing for null, and reports nothing. */
function dataOf(value: Decimal | boolean | undefined): unknown {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value;
  if (value.eq(0)) return 0;
  const digits = digitsOf(value);
  const number = Number(digits);
  return String(number) === digits ? number : new ExactNumber(digits);
}

/** The value of a part of a formula; undefined or null for a name that the data lack. */
function valueOf(formula: Formula, place: Place): unknown {
  switch (formula.kind) {
    case "literal":
      return formula.value;
    case "name":
      return lookUp(formula, place);
    case "negative":
      return numberOf(formula.of, place).neg();
    case "percent":
      return within(numberOf(formula.of, place).times("0.01"), formula, place);
    case "operation":
      return operate(formula, place);
    case "call":
      return call(formula, place);
    default:
      return formula satisfies never;
  }
}

const numberOf = (formula: Formula, place: Place): Decimal => numberFrom(valueOf(formula, place), formula, place);

function numberFrom(value: unknown, formula: Formula, place: Place): Decimal {
  const number = toDecimal(presentFrom(value, formula, place));
  if (!number) throw noValue("unformattable", formula, place);
  return number;
}

function presentFrom(value: unknown, formula: Formula, place: Place): unknown {
  if (value === undefined || value === null) throw noValue("missing", formula, place);
  return value;
}

/** A result within the places that a decimal can have. */
function within(result: Decimal, formula: Formula, place: Place): Decimal {
  const number = bounded(result);
  if (!number) throw noValue("unformattable", formula, place);
  return number;
}

function noValue(kind: FieldIssue["kind"], formula: Formula, place: Place): NoValue {
  return new NoValue({ name: place.field, kind, path: pathOf(formula, place), offset: formula.offset });
}

/** The path of a name; that of the field for what has no name. */
function pathOf(formula: Formula, { run, field, scope }: Place): string {
  if (formula.kind !== "name") return field;
  const [first = ""] = formula.steps;
  const owner = ownerOf(first, scope) ?? (run.names.has(first) ? scope : undefined);
  return `${owner ? `${owner.path}.` : ""}${formula.steps.join(".")}`;
}

/** The item of the innermost list whose items have a name. */
function ownerOf(name: string, from: Scope | undefined): Scope | undefined {
  for (let scope = from; scope; scope = scope.around) if (scope.hasName(name)) return scope;
  return undefined;
}

function lookUp({ steps: [first = "", ...rest] }: NameFormula, { run, scope }: Place): unknown {
  const owner = ownerOf(first, scope);
  const value = owner ? ownProperty(owner.item, first) : valueOfName(first, run);
  return rest.reduce(ownProperty, value);
}

function valueOfName(name: string, { data, names, known }: Run): unknown {
  if (!names.has(name)) return ownProperty(data, name);
  // A field that comes later needs this one, so that only the items of a list could have its name.
  if (!known.has(name)) return undefined;
  const value = known.get(name);
  if (value === undefined) throw new NoValue();
  return value;
}

function operate(formula: Formula & { kind: "operation" }, place: Place): unknown {
  const { operator, left, right } = formula;
  if (operator === "=" || operator === "≠") {
    const [one, other] = [left, right].map((side) => presentFrom(valueOf(side, place), side, place));
    return areSame(one, other) === (operator === "=");
  }
  const [one, other] = [numberOf(left, place), numberOf(right, place)];
  if (isOrder(operator)) return orders[operator](one.cmp(other));
  if (operator === "/" && other.eq(0)) throw noValue("unformattable", formula, place);
  return within(arithmetic[operator](one, other), formula, place);
}

type Order = Exclude<Comparator, "=" | "≠">;
const orders: Readonly<Record<Order, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "≤": (order) => order <= 0,
  ">": (order) => order > 0,
  "≥": (order) => order >= 0,
};

function isOrder(operator: Operator): operator is Order {
  return Object.hasOwn(orders, operator);
}

const arithmetic: Readonly<Record<Exclude<Operator, Comparator>, (one: Decimal, other: Decimal) => Decimal>> = {
  "+": (one, other) => one.plus(other),
  "-": (one, other) => one.minus(other),
  "×": (one, other) => one.times(other),
  "/": (one, other) => one.div(other),
};

function call(formula: Formula & { kind: "call" }, place: Place): unknown {
  const { name, args } = formula;
  const [first, second, third] = args;
  // The reading of a formula has checked the number of arguments.
  if (!first) return undefined;
  switch (name) {
    case "sum":
      return sum(formula, { list: first, each: second }, place);
    case "count":
      return toDecimal(listOf(first, place).length);
    case "round": {
      const places = second ? wholeNumber(numberOf(second, place), 0, maxPlaces) : 0;
      if (places === undefined) throw noValue("unformattable", formula, place);
      return numberOf(first, place).round(places, 1);
    }
    case "min":
    case "max": {
      const wanted = name === "min" ? -1 : 1;
      const numbers = args.map((argument) => numberOf(argument, place));
      return numbers.reduce((found, number) => (number.cmp(found) === wanted ? number : found));
    }
    case "if": {
      const chosen = isTrue(valueOf(first, place)) ? second : third;
      return chosen && valueOf(chosen, place);
    }
    case "or": {
      for (const argument of args) {
        const value = valueOf(argument, place);
        if (!isAbsent(value)) return value;
      }
      return undefined;
    }
    default:
      return name satisfies never;
  }
}

/** Whether a section over the value shows its content. */
function isTrue(value: unknown): boolean {
  if (isDecimal(value)) return !value.eq(0);
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function listOf(formula: Formula, place: Place): readonly unknown[] {
  const value = presentFrom(valueOf(formula, place), formula, place);
  if (!Array.isArray(value)) throw noValue("unformattable", formula, place);
  place.run.items += value.length;
  if (place.run.items > maxItems) {
    throw new MustacheError("too_large", `The calculated fields read more than ${maxItems} items of lists.`);
  }
  return value;
}

function sum(formula: Formula, { list, each }: { list: Formula; each: Formula | undefined }, place: Place): Decimal {
  const items = listOf(list, place);
  const path = `${pathOf(list, place)}[]`;
  const hasName = namesOf(items);
  let total = zero;
  for (const item of items) {
    const scope = { item, path, hasName, around: place.scope };
    const number = each
      ? numberOf(each, { ...place, scope })
      : numberOfItem(item, { name: place.field, path, offset: list.offset });
    total = within(total.plus(number), formula, place);
  }
  return total;
}

function numberOfItem(item: unknown, issue: Omit<FieldIssue, "kind">): Decimal {
  const number = toDecimal(item);
  if (!number) throw new NoValue({ ...issue, kind: item === null ? "missing" : "unformattable" });
  return number;
}

/** Whether any item of a list has a name. It is a name of the items then, also of those that lack it. */
function namesOf(items: readonly unknown[]): Scope["hasName"] {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name) ?? items.some((item) => ownProperty(item, name) !== undefined);
    known.set(name, found);
    return found;
  };
}
