import { mustacheName } from "./foreign-path.ts";

/** A condition of Platen: the subject, its format, and whether the section is inverted. */
export type Condition = { subject: string; format: string; isInverted: boolean };

const operators: Readonly<Record<string, string>> = {
  "==": "is",
  "===": "is",
  "!=": "isnt",
  "!==": "isnt",
  "<>": "isnt",
  ">": "over",
  "<": "under",
  ">=": "atleast",
  "<=": "atmost",
  contains: "has",
};

/** Helpers of Handlebars that compare. */
const helpers: Readonly<Record<string, string>> = {
  eq: "is",
  equals: "is",
  isEqual: "is",
  ne: "isnt",
  neq: "isnt",
  gt: "over",
  lt: "under",
  gte: "atleast",
  lte: "atmost",
  includes: "has",
  contains: "has",
};

const value = String.raw`"[^"]*"|'[^']*'|[^\s"'()|&]+`;
const comparison = new RegExp(String.raw`^(${value})\s*(===?|!==?|<>|>=|<=|>|<|\bcontains\b)\s*(${value})$`);
const called = new RegExp(String.raw`^\(?([A-Za-z]+)\s+(${value})\s+(${value})\)?$`);
const counted = /^(\S+)\.(?:size|length|count)$/;
const absent = new Set(["blank", "empty", "nil", "null", "none", "None", "undefined", "''", '""']);

/** The argument of a format: a text in quotes, a number or a name. */
function argumentOf(text: string): string | undefined {
  if (/^"[^"]*"$/.test(text)) return text.includes("'") ? text : `'${text.slice(1, -1)}'`;
  if (/^'[^']*'$/.test(text) || /^-?\d+(?:\.\d+)?$/.test(text) || text === "true" || text === "false") return text;
  return mustacheName(text);
}

function compare(left: string, format: string | undefined, right: string): Condition | undefined {
  if (format === undefined) return undefined;
  const [, list] = counted.exec(left) ?? [];
  const subject = mustacheName(list ?? left);
  if (subject === undefined || /^\d/.test(subject)) return undefined;
  if (absent.has(right) && (format === "is" || format === "isnt")) {
    return { subject, format: format === "is" ? "empty" : "present", isInverted: false };
  }
  const other = argumentOf(right);
  if (other === undefined) return undefined;
  return { subject, format: `${list === undefined ? "" : "count | "}${format} ${other}`, isInverted: false };
}

/** Reads a comparison such as `a == 'b'`, `(eq a "b")` or `items.size > 0`; undefined for any other text. */
export function readCondition(text: string): Condition | undefined {
  const [negation = ""] = /^(?:not\s|!(?!=))/.exec(text) ?? [];
  const condition = text.slice(negation.length).trim();
  const [, left, operator, right] = comparison.exec(condition) ?? [];
  const [, helper, first, second] = left === undefined ? (called.exec(condition) ?? []) : [];
  const read =
    left !== undefined && operator !== undefined && right !== undefined
      ? compare(left, ownText(operators, operator), right)
      : helper !== undefined && first !== undefined && second !== undefined
        ? compare(first, ownText(helpers, helper), second)
        : undefined;
  return read && { ...read, isInverted: negation !== "" };
}

function ownText(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
