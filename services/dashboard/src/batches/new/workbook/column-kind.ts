import { isFaulty, type Cell, type Line } from "../cell.ts";
import type { ValueKind } from "../template-fields.ts";

/** Digits of a name, not of an amount: "007", "555-1234", "1 1/2". */
const noAmount = /^\D*0\d|\d[^\d.,'’\s]+\d/u;

/** What a cell is; undefined for one that says nothing. */
function kindOfCell(cell: Cell): ValueKind | undefined {
  if (cell === null || isFaulty(cell)) return undefined;
  if (typeof cell === "string" || cell.kind === "time") return "text";
  return cell.kind === "number" && noAmount.test(cell.shown) ? "text" : cell.kind;
}

/** What the cells of a column are; undefined if they are empty or differ. */
export function kindOfColumn(lines: readonly Line[], column: number): ValueKind | undefined {
  const usual = lines.filter(({ omission }) => omission === undefined);
  const kinds = new Set(usual.map(({ cells }) => kindOfCell(cells[column] ?? null)));
  kinds.delete(undefined);
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}
