import { valueOfTyped } from "../components/fields/field-kinds.ts";
import { emptyRow, withValue, type SheetColumn } from "./form-fields.ts";

/** More rows make no document that a person reads, and slow the page down. */
export const mostRows = 10_000;

const plain = (text: string) => text.trim().toLowerCase();

/** Whether a line names the columns, by their labels or by the fields that they fill. */
function isHead(cells: readonly string[], columns: readonly SheetColumn[]): boolean {
  return (
    cells.length > 1 &&
    cells.every((cell, index) => {
      const column = columns[index];
      return (
        column &&
        [column.label, column.path.join("."), column.path.at(-1) ?? ""].some((name) => plain(name) === plain(cell))
      );
    })
  );
}

/**
 * The rows of a list with pasted cells from a cell on. Rows are added where the list ends, and cells beyond the last column are
 * left out, and so is a first line that names the columns. A cell that is not of the column's kind stays a text.
 */
export function pasteInto(
  rows: readonly unknown[],
  columns: readonly SheetColumn[],
  cells: readonly (readonly string[])[],
  at: { row: number; column: number },
): unknown[] {
  const targets = columns.slice(at.column);
  const [first = []] = cells;
  const written = cells.length > 1 && isHead(first, targets) ? cells.slice(1) : cells;
  const next = [...rows];
  for (const [index, line] of written.entries()) {
    const row = at.row + index;
    if (row >= mostRows) break;
    next[row] = line.slice(0, targets.length).reduce<unknown>(
      (item, text, column) => {
        const { path, kind } = targets[column] ?? { path: [], kind: "text" as const };
        return withValue(item, path, valueOfTyped(kind, text) ?? (text.trim() === "" ? null : text));
      },
      next[row] ?? emptyRow(columns),
    );
  }
  return next;
}
