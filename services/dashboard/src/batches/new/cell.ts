/** A cell without a value: its formula ends in an error, or no program has worked it out. */
export type FaultyCell = { fault: "error" | "no-result"; shown: string };

/** A cell of a file. Those of a CSV file are texts. A date is its text in ISO 8601. */
export type Cell = string | number | boolean | FaultyCell | null;

/** A line of a file below the one that names the columns. `row` is its number as its owner sees it. */
export type Line = { row: number; cells: readonly Cell[] };

export function isFaulty(cell: Cell): cell is FaultyCell {
  return typeof cell === "object" && cell !== null;
}

/** A cell as a text: what a person reads in it. */
export function textOf(cell: Cell): string {
  if (cell === null) return "";
  return isFaulty(cell) ? cell.shown : String(cell);
}
