import { shownName } from "../meant-name.ts";
import { FormulaError, type Operator } from "./formula.ts";

export type Token = { offset: number } & (
  | { kind: "number"; text: string }
  | { kind: "text"; text: string }
  | { kind: "name"; steps: readonly string[]; text: string }
  | { kind: "operator"; operator: Operator }
  | { kind: "percent" | "open" | "close" | "comma" | "end" }
);

/** What people type for the operators. */
const operators: Readonly<Record<string, Operator>> = {
  "+": "+",
  "-": "-",
  "−": "-",
  "*": "×",
  "×": "×",
  "/": "/",
  "÷": "/",
  "=": "=",
  "==": "=",
  "≠": "≠",
  "!=": "≠",
  "<>": "≠",
  "<": "<",
  "<=": "≤",
  "≤": "≤",
  ">": ">",
  ">=": "≥",
  "≥": "≥",
};

const marks = { "%": "percent", "(": "open", ")": "close", ",": "comma" } as const;

// A name that has blanks or other characters stands in brackets. None of the parts can match an empty text.
const pattern =
  /\s+|(?<number>\d+(?:\.\d+)?)|(?<name>(?:[\p{L}_][\p{L}\p{N}_]*|\[[^\][]+\])(?:\.(?:[\p{L}\p{N}_]+|\[[^\][]+\]))*)|(?<text>'[^']*'|"[^"]*")|(?<operator>[<>!=]=|<>|[-+−*×/÷=≠<≤>≥])|(?<mark>[%(),])/uy;

/** No decimal has more digits. */
const maxDigits = 40;

/** Splits a formula into its parts, in linear time. The last one is its end. */
export function readTokens(formula: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < formula.length) {
    pattern.lastIndex = offset;
    const found = pattern.exec(formula);
    if (!found) throw new FormulaError(offset, unknownPart(formula, offset));
    const token = tokenOf(found.groups ?? {}, offset);
    if (token) tokens.push(token);
    offset += found[0].length;
  }
  return [...tokens, { kind: "end", offset }];
}

function tokenOf(groups: Partial<Record<string, string>>, offset: number): Token | undefined {
  const { number, name, text, operator, mark } = groups;
  if (number !== undefined) {
    if (number.length > maxDigits) throw new FormulaError(offset, `A number has at most ${maxDigits} characters.`);
    return { kind: "number", text: number, offset };
  }
  if (name !== undefined) return { kind: "name", steps: stepsOf(name), text: name, offset };
  if (text !== undefined) return { kind: "text", text: text.slice(1, -1), offset };
  const known = operator === undefined ? undefined : operators[operator];
  if (known) return { kind: "operator", operator: known, offset };
  return mark !== undefined && mark in marks
    ? // The line above has checked that it is one of the marks.
      { kind: marks[mark as keyof typeof marks], offset }
    : undefined;
}

function stepsOf(name: string): string[] {
  return (name.match(/\[[^\][]+\]|[^.[\]]+/g) ?? []).map((step) => step.replaceAll(/^\[|\]$/g, ""));
}

function unknownPart(formula: string, offset: number): string {
  const character = String.fromCodePoint(formula.codePointAt(offset) ?? 0);
  switch (character) {
    case "'":
    case '"':
      return `A text in quotes is never closed by ${character}.`;
    case "[":
      return "A name in brackets is never closed by ].";
    case "|":
      return "Formats belong to the tag that prints the field: {{ total | money EUR }}.";
    case "{":
    case "}":
      return "A formula has no braces: write price × quantity.";
    case ".":
      return "Write a number as 0.5, and a part of an object as customer.discount.";
    default:
      return `A formula cannot contain ${shownName(character)}.`;
  }
}
