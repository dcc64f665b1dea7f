/**
 * A cell that gives no value: its formula ends in an error, no program has worked it out, or its number has more digits than a
 * spreadsheet keeps.
 */
export type FaultyCell = { fault: "error" | "no-result" | "digits"; shown: string };

/** A number or a truth value of a sheet. */
export type SheetValue = {
  /** What its number format says that it is. A time or a duration is no number, and no date. */
  kind: "number" | "date" | "time" | "boolean";
  /** What the cell holds. A number has at most 15 digits. */
  held: number | boolean;
  /** What the sheet shows. */
  shown: string;
  /** The shown text does not tell the value: "####", or "4.00638E+12" for the number of an article. */
  isUnclear?: boolean;
  /** The date in ISO 8601. A cell with the format of a date may hold none, such as a negative number. */
  date?: string;
};

/** A cell of a file. Those of a CSV file are texts. */
export type Cell = string | SheetValue | FaultyCell | null;

/** Why a line makes no document, unless a person wants it: the sheet does not show it, or it has totals or nothing. */
export const omissions = ["hidden", "filtered", "total", "blank"] as const;
export type Omission = (typeof omissions)[number];

/** A line of a file below the one that names the columns. `row` is its number as its owner sees it. */
export type Line = { row: number; cells: readonly Cell[]; omission?: Omission | undefined };

export function isFaulty(cell: Cell): cell is FaultyCell {
  return typeof cell === "object" && cell !== null && "fault" in cell;
}

/** A cell as a text: what a person reads in it. */
export function textOf(cell: Cell): string {
  if (cell === null || typeof cell === "string") return cell ?? "";
  return cell.shown;
}
