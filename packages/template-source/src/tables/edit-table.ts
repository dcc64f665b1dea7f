import { delimitersAt, readExpression } from "@platen/mustache";
import { applyChanges, makeEdit, type Change, type Edit } from "../edits/edit.ts";
import { ancestorsOf, isBlank, sourceOf } from "../model/find-node.ts";
import { insertAll, removal } from "../edits/move.ts";
import type { ElementNode, SectionNode, Template, VariableNode } from "../model/nodes.ts";
import type { Gap } from "../model/gap.ts";
import type { Column } from "../edits/palette.ts";
import { variableTag } from "../edits/restructure.ts";
import { attributeChanges, readAttribute } from "../edits/set-attribute.ts";
import { declarationsOf, styleChanges } from "../edits/set-styles.ts";
import { columnOf, gridAround, type PlacedCell, type TableGrid } from "./table-columns.ts";

/** A cell in the grid of its table. */
export type TablePlace = PlacedCell & { grid: TableGrid };

/** The place of a cell; undefined in a table without a grid. */
export function placeOf(template: Template, cell: ElementNode): TablePlace | undefined {
  const grid = gridAround(template, cell);
  const placed = grid && columnOf(grid, cell);
  return placed && { ...placed, grid };
}

/** The section that repeats a row of the table: the only one between the table and the row. */
export function repeatOf({ rows, table }: TableGrid): SectionNode | undefined {
  return rows.find(({ section }) => section && !section.isInverted && isIn(section, table))?.section;
}

function isIn(section: SectionNode, table: ElementNode): boolean {
  const around = ancestorsOf(section);
  return around.slice(0, around.indexOf(table)).every(({ kind }) => kind === "element");
}

/** The one variable that a column prints in the row of the list. */
export function variableIn(template: Template, { grid, from }: TablePlace): VariableNode | undefined {
  const repeat = repeatOf(grid);
  const row = grid.rows.find(({ section }) => section !== undefined && section === repeat);
  const cell = row?.cells.find((placed) => placed.from === from && placed.span === 1)?.cell;
  return cell && variableOf(template, cell);
}

/** The one variable that a cell prints. */
export function variableOf(template: Template, cell: ElementNode): VariableNode | undefined {
  const [only, ...others] = cell.children.filter((child) => !isBlank(template, child));
  return only?.kind === "variable" && others.length === 0 ? only : undefined;
}

/** Inserts a column beside a cell's: of a field of the list, or empty. A cell that spans both sides becomes wider. */
export function insertColumn(
  template: Template,
  place: TablePlace,
  side: "left" | "right",
  column: Column | undefined,
): Edit | undefined {
  const { grid, from, span } = place;
  const boundary = side === "left" ? from : from + span;
  const repeat = repeatOf(grid);
  const also: Change[] = [];
  const markups: Parameters<typeof insertAll>[1][number][] = [];
  for (const { row, section, cells } of grid.rows) {
    const wide = cells.find((one) => one.from < boundary && boundary < one.from + one.span);
    if (wide) {
      also.push(...(spanChanges(template, wide.cell, wide.span + 1) ?? []));
      continue;
    }
    const neighbour = cells.find((one) => (side === "left" ? one.from : one.from + one.span) === boundary);
    if (!neighbour) return undefined;
    const { cell } = neighbour;
    const isOfList = section !== undefined && section === repeat;
    const { open, close } = delimitersAt(template.tags, cell.start);
    const text = isOfList
      ? column && variableTag(column.name, true, { open, close })
      : isHead(row) || cells.every((one) => one.cell.name === "th")
        ? column?.label
        : undefined;
    markups.push({
      gap: { where: side === "left" ? "before" : "after", node: cell },
      markup: emptyCell(template, cell, text ?? "", column?.align),
      isChosen: cell === place.cell,
    });
  }
  return insertAll(template, markups, also);
}

/**
 * Deletes the column of a cell, and selects the cell beside it. A cell that spans the column becomes narrower. Undefined
 * for the only column.
 */
export function removeColumn(template: Template, { grid, from, cell }: TablePlace): Edit | undefined {
  if (grid.columnCount === 1) return undefined;
  const changes = grid.rows.flatMap(({ cells }) => {
    const placed = cells.find((one) => one.from <= from && from < one.from + one.span);
    if (!placed) return [];
    return placed.span === 1
      ? [removal(template, placed.cell)]
      : (spanChanges(template, placed.cell, placed.span - 1) ?? []);
  });
  const row = grid.rows.find(({ cells }) => cells.some((one) => one.cell === cell));
  const at = row?.cells.findIndex((one) => one.cell === cell) ?? -1;
  return makeEdit(template, changes, (row?.cells[at + 1] ?? row?.cells[at - 1])?.cell);
}

/** Sets styles on all cells of a cell's column, except those that span several. */
export function styleColumn(
  template: Template,
  { grid, from, cell }: TablePlace,
  values: Readonly<Record<string, string | undefined>>,
): Edit | undefined {
  const changes = grid.rows.flatMap(({ row, cells }) => {
    const placed = row.name === "tr" && cells.find((one) => one.from === from && one.span === 1);
    return placed ? (styleChanges(template, placed.cell, values) ?? []) : [];
  });
  return makeEdit(template, changes, cell);
}

/** The `<col>` of a column, if the table has one. */
function colOf({ grid, from }: TablePlace): ElementNode | undefined {
  return grid.rows.find(({ row }) => row.name === "colgroup")?.cells.find((one) => one.from === from)?.cell;
}

/** The width that the table's `<colgroup>` gives a cell's column; empty if it gives none. */
export function widthOf(template: Template, place: TablePlace): string {
  const col = colOf(place);
  const written = col && declarationsOf(template, col).findLast(({ property }) => property === "width");
  return written?.value.text ?? "";
}

/** Sets the width of a cell's column in the table's `<colgroup>`. A table without a `<colgroup>` gets one. */
export function setColumnWidth(template: Template, place: TablePlace, width: string | undefined): Edit | undefined {
  const { grid, cell, from } = place;
  const col = colOf(place);
  if (col) {
    const changes = styleChanges(template, col, { width });
    return changes && makeEdit(template, changes, cell);
  }
  if (width === undefined) return undefined;
  const first = grid.table.children.find(
    (child) => !isBlank(template, child) && !(child.kind === "element" && child.name === "caption"),
  );
  if (!first) return undefined;
  const cols = Array.from({ length: grid.columnCount }, (_, index) =>
    index === from ? `  <col style="width: ${width}" />` : "  <col />",
  );
  const markup = ["<colgroup>", ...cols, "</colgroup>"].join("\n");
  return insertFor(template, cell, { where: "before", node: first }, markup);
}

/** Whether rows can be added beside a cell's row: in the body or foot, and not where a list makes the rows. */
export function isPlainRow({ grid, cell }: TablePlace): boolean {
  const row = grid.rows.find(({ cells }) => cells.some((placed) => placed.cell === cell));
  return row !== undefined && row.section === undefined && !isHead(row.row);
}

/** Inserts an empty row beside a cell's, with the same cells. */
export function insertRow(template: Template, place: TablePlace, side: "above" | "below"): Edit | undefined {
  const row = place.grid.rows.find(({ cells }) => cells.some(({ cell }) => cell === place.cell));
  if (!row || !isPlainRow(place)) return undefined;
  const node = row.row;
  const changes = row.cells.map(({ cell }) => ({
    start: cell.start - node.start,
    end: (cell.close?.start ?? cell.end) - node.start,
    text: tagLike(template, cell, []),
  }));
  // Without a text, a row would be lower than the pointer can meet.
  const height = styleChanges(template, node, { height: "2em" }) ?? [];
  const opening = { start: 0, end: node.open.end - node.start, text: tagLike(template, node, height) };
  const source = applyChanges(sourceOf(template, node), [opening, ...changes]);
  const markup = unindent(template, node, source);
  return insertFor(template, place.cell, { where: side === "above" ? "before" : "after", node }, markup);
}

/** Deletes the row of a cell, and selects the cell above or below. Undefined for a row of the list and for the only row. */
export function removeRow(template: Template, place: TablePlace): Edit | undefined {
  const rows = place.grid.rows.filter(({ row }) => row.name === "tr");
  const at = rows.findIndex(({ cells }) => cells.some(({ cell }) => cell === place.cell));
  const row = rows[at];
  const next = rows[at + 1] ?? rows[at - 1];
  if (!row || row.section || !next) return undefined;
  const selected = next.cells.findLast(({ from }) => from <= place.from)?.cell;
  return makeEdit(template, [removal(template, row.row)], selected);
}

/** The formats that print a number, which a sum can have after it. */
const printing = new Set(["number", "money", "unit", "compact"]);

/** The text of a tag with the sum of a column: "items | sum price times=quantity | money EUR". */
export function sumOf(template: Template, place: TablePlace): string | undefined {
  const repeat = repeatOf(place.grid);
  const name = variableIn(template, place)?.name;
  const expression = name === undefined ? undefined : readExpression(name).expression;
  if (!repeat || name === undefined || expression?.subject.kind !== "path" || expression.subject.path === ".") {
    return undefined;
  }
  const [first, ...later] = expression.formats;
  const [factor] = first?.name === "times" ? first.args : [];
  const isProduct = factor?.kind === "bare";
  const rest = isProduct ? later : expression.formats;
  if (!rest.every((call) => printing.has(call.name))) return undefined;
  const [next] = rest;
  const sum = `${repeat.name} | sum ${expression.subject.path}${isProduct ? ` times=${factor.text}` : ""}`;
  return next ? `${sum} | ${name.slice(next.offset)}` : sum;
}

/**
 * Writes the sum of a cell's column into the table's foot. A table without a foot gets one, with the word “Total”.
 * Undefined if the foot has a text in this column already.
 */
export function addTotal(template: Template, place: TablePlace): Edit | undefined {
  const { grid, from } = place;
  const sum = sumOf(template, place);
  if (sum === undefined) return undefined;
  const foot = footOf(grid);
  if (!foot) return addFoot(template, place, sum);
  const target = foot.cells.find((one) => one.from === from && one.span === 1)?.cell;
  if (!target?.close || target.children.some((child) => !isBlank(template, child))) return undefined;
  const tag = variableTag(sum, true, delimitersAt(template.tags, target.start));
  return makeEdit(template, [{ start: target.open.end, end: target.close.start, text: tag }], place.cell);
}

function addFoot(template: Template, place: TablePlace, sum: string): Edit | undefined {
  const { grid, from } = place;
  const { table } = grid;
  const model = grid.rows.find(({ section }) => section !== undefined && section === repeatOf(grid));
  const last = table.children.findLast((child) => !isBlank(template, child));
  if (!model || !last || model.cells.length < grid.columnCount) return undefined;
  const label = from === 0 ? undefined : 0;
  const cells = model.cells.map(({ cell }, index) => {
    const tag = variableTag(sum, true, delimitersAt(template.tags, last.end));
    return `    ${emptyCell(template, cell, index === from ? tag : index === label ? "Total" : "")}`;
  });
  // A foot is printed at the bottom of each page, and a total once.
  const markup = ['<tfoot style="display: table-row-group">', "  <tr>", ...cells, "  </tr>", "</tfoot>"].join("\n");
  return insertFor(template, place.cell, { where: "after", node: last }, markup);
}

/** Inserts markup, and keeps a cell selected. */
function insertFor(template: Template, cell: ElementNode, gap: Gap, markup: string): Edit | undefined {
  const edit = insertAll(template, [{ gap, markup, isChosen: true }]);
  return edit && makeEdit(template, edit.changes, cell);
}

function footOf(grid: TableGrid): TableGrid["rows"][number] | undefined {
  return grid.rows.find(({ row }) => row.parent?.kind === "element" && row.parent.name === "tfoot");
}

function isHead(row: ElementNode): boolean {
  return row.parent?.kind === "element" && row.parent.name === "thead";
}

/** The markup of a cell like another one, with another text and alignment, and for one column without a width. */
function emptyCell(template: Template, cell: ElementNode, text: string, align?: "left" | "right"): string {
  const { close, name } = cell;
  const isWide = readAttribute(template, cell, "style")?.includes("width") ?? false;
  const styles = {
    ...(isWide ? { width: undefined } : {}),
    ...(align && name !== "col" ? { "text-align": align } : {}),
  };
  const tag = tagLike(template, cell, [
    ...(styleChanges(template, cell, styles) ?? []),
    ...(attributeChanges(template, cell, "colspan", undefined) ?? []),
  ]);
  return name === "col" ? tag : `${tag}${text}${close ? sourceOf(template, close) : `</${name}>`}`;
}

/** The start tag of an element with changes, and without its id, which no other element may have. */
function tagLike(template: Template, element: ElementNode, changes: readonly Change[]): string {
  const { start } = element.open;
  const all = [...changes, ...(attributeChanges(template, element, "id", undefined) ?? [])]
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((change) => ({ text: change.text, start: change.start - start, end: change.end - start }));
  return applyChanges(sourceOf(template, element.open), all);
}

function spanChanges(template: Template, cell: ElementNode, span: number): Change[] | undefined {
  return attributeChanges(template, cell, "colspan", span === 1 ? undefined : String(span));
}

function unindent(template: Template, { start }: ElementNode, source: string): string {
  const line = template.html.lastIndexOf("\n", start - 1) + 1;
  const indent = template.html.slice(line, start);
  const plain = source.replaceAll("\r\n", "\n");
  return indent.trim() === "" && indent !== "" ? plain.replaceAll(`\n${indent}`, "\n") : plain;
}
