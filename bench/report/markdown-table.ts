import type { Table } from "./report.ts";

/** A table in Markdown; columns of numbers are aligned to the right. */
export function markdownTable({ columns, rows }: Table): string[] {
  const rule = columns.map((_, column) => (rows.every((row) => isNumeric(row[column])) ? "--:" : "---"));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** Whether a cell is empty or begins with a figure. */
const isNumeric = (cell = "") => /^(\**[≥≤]? ?-?\d|$)/.test(cell);
