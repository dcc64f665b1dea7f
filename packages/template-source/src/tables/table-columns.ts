import { isBlank } from "../model/find-node.ts";
import type { ElementNode, ParentNode, SectionNode, Template, TemplateNode } from "../model/nodes.ts";
import { findAttribute, readAttribute } from "../edits/set-attribute.ts";

const rowNames = new Set(["tr", "colgroup"]);
const cellNames = new Set(["td", "th", "col"]);

/** Whether a node is a cell of a table. */
export function isCell(node: TemplateNode): node is ElementNode {
  return node.kind === "element" && (node.name === "td" || node.name === "th");
}

/** A cell with its first column and the number of its columns. */
export type PlacedCell = { cell: ElementNode; from: number; span: number };

/** The rows of a table as columns: each with its cells, and the section in the table that prints it, if there is one. */
export type TableGrid = {
  table: ElementNode;
  columnCount: number;
  rows: { row: ElementNode; section: SectionNode | undefined; cells: PlacedCell[] }[];
};

/**
 * The grid of the table around a cell. Undefined where rows have different numbers of columns, where cells span several
 * rows and where a section prints cells.
 */
export function gridAround(template: Template, cell: ElementNode): TableGrid | undefined {
  let table: ParentNode | undefined = cell.parent;
  while (table && !(table.kind === "element" && table.name === "table")) table = table.parent;
  if (table?.kind !== "element") return undefined;
  const rows: TableGrid["rows"] = [];
  for (const { row, section } of rowsIn(table, undefined)) {
    const cells = cellsOf(template, row);
    if (!cells) return undefined;
    rows.push({ row, section, cells });
  }
  const [first = 0, ...others] = rows.map(({ cells }) => cells.reduce((sum, { span }) => sum + span, 0));
  return first > 0 && others.every((count) => count === first) ? { table, columnCount: first, rows } : undefined;
}

/** The first column of a cell in its grid. */
export function columnOf({ rows }: TableGrid, cell: ElementNode): PlacedCell | undefined {
  return rows.flatMap(({ cells }) => cells).find((placed) => placed.cell === cell);
}

/**
 * The columns of the table around a cell: for each its cells, one of each row. Undefined where the table has no grid,
 * and where cells span several columns.
 */
export function columnsAround(template: Template, cell: ElementNode): ElementNode[][] | undefined {
  const grid = gridAround(template, cell);
  if (!grid || grid.rows.some(({ cells }) => cells.length < grid.columnCount)) return undefined;
  return Array.from({ length: grid.columnCount }, (_, column) =>
    grid.rows.flatMap(({ cells }) => cells[column]?.cell ?? []),
  );
}

type Row = { row: ElementNode; section: SectionNode | undefined };

function rowsIn(parent: ParentNode, section: SectionNode | undefined): Row[] {
  return parent.children.flatMap((child) => {
    if (child.kind === "section") return rowsIn(child, child);
    if (child.kind !== "element" || child.name === "table") return [];
    return rowNames.has(child.name) ? [{ row: child, section }] : rowsIn(child, section);
  });
}

/** The cells of a row; undefined if it has anything else, or cells that span several rows. */
function cellsOf(template: Template, row: ElementNode): PlacedCell[] | undefined {
  const cells: PlacedCell[] = [];
  let from = 0;
  for (const cell of row.children) {
    if (isBlank(template, cell)) continue;
    if (cell.kind !== "element" || !cellNames.has(cell.name)) return undefined;
    if (findAttribute(cell, "rowspan") || findAttribute(cell, "span")) return undefined;
    const span = Number(readAttribute(template, cell, "colspan") ?? 1);
    if (!Number.isInteger(span) || span < 1 || findAttribute(cell, "colspan")?.isConditional) return undefined;
    cells.push({ cell, from, span });
    from += span;
  }
  return cells;
}
