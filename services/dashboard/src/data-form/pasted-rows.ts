import { valueOfTyped } from "../components/fields/field-kinds.ts";
import { emptyRow, withValue, type SheetColumn } from "./form-fields.ts";

/** More rows make no document that a person reads, and slow the page down. */
export const mostRows = 10_000;

/** Where the quoted cell ends that begins at a quotation mark: at its last one. Undefined if the text is no such cell. */
function endOfQuoted(text: string, start: number): number | undefined {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end === -1 || !/^[\t\r\n]?$/.test(text.charAt(end + 1)) ? undefined : end;
}

/**
 * The cells of a text that a spreadsheet program has copied: tabs separate cells and line breaks rows. A cell with either is
 * in quotation marks.
 */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (let isOver = false; !isOver && rows.length < mostRows; at += 1) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at) : undefined;
    const separator = /[\t\r\n]/g;
    separator.lastIndex = at;
    const end = quoted === undefined ? (separator.exec(text)?.index ?? text.length) : quoted + 1;
    row.push(quoted === undefined ? text.slice(at, end) : text.slice(at + 1, quoted).replaceAll('""', '"'));
    at = end;
    if (text[at] === "\t") continue;
    rows.push(row);
    row = [];
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    // Programs end the last row with a line break too.
    isOver = at >= text.length - 1;
  }
  return rows;
}

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
