import { isBlank } from "./find-node.ts";
import type { ElementNode, ParentNode, Template, TemplateNode } from "./nodes.ts";

const rowNames = new Set(["tr", "colgroup"]);
const cellNames = new Set(["td", "th", "col"]);

export function isCell(node: TemplateNode): node is ElementNode {
  return node.kind === "element" && (node.name === "td" || node.name === "th");
}

/**
 * The columns of the table around a cell: for each its cells, one of each row. Undefined where rows have different
 * numbers of cells, where cells span several columns and where a section prints cells.
 */
export function columnsAround(template: Template, cell: ElementNode): ElementNode[][] | undefined {
  let table: ParentNode | undefined = cell.parent;
  while (table && !(table.kind === "element" && table.name === "table")) table = table.parent;
  const rows = table ? rowsIn(table) : [];
  const [first] = rows.map((row) => cellsOf(template, row));
  if (!first) return undefined;
  const columns = first.map((): ElementNode[] => []);
  for (const row of rows) {
    const cells = cellsOf(template, row);
    if (cells?.length !== columns.length) return undefined;
    for (const [index, one] of cells.entries()) columns[index]?.push(one);
  }
  return columns;
}

function rowsIn(parent: ParentNode): ElementNode[] {
  return parent.children.flatMap((child) => {
    if (child.kind === "section") return rowsIn(child);
    if (child.kind !== "element" || child.name === "table") return [];
    return rowNames.has(child.name) ? [child] : rowsIn(child);
  });
}

/** The cells of a row; undefined if it has anything else, or cells that span several columns or rows. */
function cellsOf(template: Template, row: ElementNode): ElementNode[] | undefined {
  const cells = row.children.filter((child) => !isBlank(template, child));
  const areCells = cells.every(
    (child) =>
      child.kind === "element" &&
      cellNames.has(child.name) &&
      !child.attributes.some(({ name }) => name === "colspan" || name === "rowspan" || name === "span"),
  );
  return areCells ? cells.filter((child) => child.kind === "element") : undefined;
}
