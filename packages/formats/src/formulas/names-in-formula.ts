import { readsOf, type Read } from "./calculated-fields.ts";
import { readTokens } from "./formula-tokens.ts";
import { readFormula } from "./read-formula.ts";

/** A name in the text of a formula. In the expression of a `sum`, the items of its lists may have the name. */
export type NameInFormula = Omit<Read, "offset"> & { start: number; end: number };

/** The names that a formula reads, with their places in its text; none in a formula with a mistake. */
export function namesInFormula(text: string): NameInFormula[] {
  const read = readFormula(text);
  if ("mistake" in read) return [];
  const ends = new Map(
    readTokens(text).map((token) => [token.offset, token.offset + ("text" in token ? token.text.length : 0)]),
  );
  return readsOf(read.formula).map(({ offset, ...name }) => ({
    ...name,
    start: offset,
    end: ends.get(offset) ?? offset,
  }));
}

/** A name of the data as formulas write it: steps with blanks or other characters stand in brackets. */
export function writeFormulaName(steps: readonly string[]): string {
  return steps.map((step) => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(step) ? step : `[${step}]`)).join(".");
}
