import type { Decimal } from "../decimal.ts";

export type Comparator = "=" | "≠" | "<" | "≤" | ">" | "≥";
export type Operator = "+" | "-" | "×" | "/" | Comparator;

/** A name of the data or of another field, by its steps. */
export type NameFormula = { kind: "name"; steps: readonly string[]; offset: number };

/** A formula as it was read. Offsets count characters from its start. */
export type Formula =
  | { kind: "literal"; value: Decimal | string | boolean; offset: number }
  | NameFormula
  | { kind: "negative" | "percent"; of: Formula; offset: number }
  | { kind: "operation"; operator: Operator; left: Formula; right: Formula; offset: number }
  | { kind: "call"; name: FunctionName; args: readonly Formula[]; offset: number };

export type FunctionName = "sum" | "count" | "round" | "min" | "max" | "if" | "or";

type FormulaFunction = {
  least: number;
  most: number;
  /** How a message shows the arguments. */
  signature: string;
  /** Whether the first argument is the name of a list. */
  takesList?: boolean;
};

/** No function of a formula needs more. */
const maxArguments = 20;

/** The functions of formulas. */
export const functions: Readonly<Record<FunctionName, FormulaFunction>> = {
  sum: { least: 1, most: 2, signature: "sum(items, price × quantity)", takesList: true },
  count: { least: 1, most: 1, signature: "count(items)", takesList: true },
  round: { least: 1, most: 2, signature: "round(price, 2)" },
  min: { least: 2, most: maxArguments, signature: "min(price, limit)" },
  max: { least: 2, most: maxArguments, signature: "max(price, limit)" },
  if: { least: 3, most: 3, signature: "if(total > 100, total, 0)" },
  or: { least: 2, most: maxArguments, signature: "or(discount, 0)" },
};

/** A mistake of a formula. The offset counts characters from its start. */
export type FormulaMistake = { offset: number; message: string };

/** Ends the reading of a formula at its first mistake. */
export class FormulaError extends Error {
  override readonly name = "FormulaError";
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}
