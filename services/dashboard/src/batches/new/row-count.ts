import { omissions, type Line, type Omission } from "./cell.ts";

/** The lines of a file that make no document for one reason, and the numbers of the first of them. */
type Omitted = { count: number; first: number[] };
/** How many lines of a file make a document, and which make none. */
export type RowCount = { rows: number; omitted: Partial<Record<Omission, Omitted>> };

const maxNamed = 5;

/** Counts the lines below the one that names the columns. */
export function createRowCount() {
  const count: RowCount = { rows: 0, omitted: {} };
  return {
    count,
    add: ({ row, omission }: Pick<Line, "row" | "omission">) => {
      if (omission === undefined) {
        count.rows += 1;
        return;
      }
      const omitted = (count.omitted[omission] ??= { count: 0, first: [] });
      omitted.count += 1;
      if (omitted.first.length < maxNamed) omitted.first.push(row);
    },
  };
}

/** How many documents there are with the lines that a person includes. */
export function documentsOf({ rows, omitted }: RowCount, included: readonly Omission[]): number {
  return omissions.reduce((sum, kind) => sum + (included.includes(kind) ? (omitted[kind]?.count ?? 0) : 0), rows);
}

export function isIncluded({ omission }: Pick<Line, "omission">, included: readonly Omission[]): boolean {
  return omission === undefined || included.includes(omission);
}
