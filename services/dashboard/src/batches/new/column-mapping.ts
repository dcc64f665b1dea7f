import type { BatchRow } from "@platen/client/rows";
import { parseExactJson, readExactNumber } from "@platen/contracts/exact-json";
import { isFaulty, textOf, type Cell, type FaultyCell, type Line, type Omission } from "./cell.ts";
import { createMistakes, FileMistake } from "./file-mistake.ts";
import { fileNameOf, type NamePart } from "./file-names.ts";
import { createRowData, listIn, type Value } from "./row-data.ts";
import { isDateText, type ValueKind } from "./template-fields.ts";

/** What becomes of a column: the field that it fills, as a dotted path; empty if it is left out. */
export type ColumnTarget = { header: string; path: string; kind: ValueKind };

/** What all documents get for a field that no column fills. */
export type FixedValue = { path: string; value: Value };

/** How the columns of a file become rows. `reference` is the number of a column, from 0. Without `fileNames`, files have none. */
export type Mapping = {
  targets: readonly ColumnTarget[];
  fixed: readonly FixedValue[];
  /** The number of the column by whose value several lines become one document. */
  groupBy: number | undefined;
  reference: number | undefined;
  fileNames: readonly NamePart[];
  /** The lines that become documents though the sheet does not show them, or they have no values of their own. */
  included: readonly Omission[];
};

/** What a file tells about its columns. */
export type FileColumns = {
  headers: readonly string[];
  /** What the cells of each column are, where the file says so. */
  kinds: readonly (ValueKind | undefined)[];
  /** The numbers of the columns that a person does not see, from 0. */
  hiddenColumns?: ReadonlySet<number>;
  /** How texts write numbers. */
  numbers: "number" | "comma";
  /** How a person finds a row by its number, or its cell in a column. */
  placeOf: (row: number, column?: number) => string;
};

const pathForm = /^[^.\p{Cc}]{1,100}(?:\.[^.\p{Cc}]{1,100}){0,19}$/u;
const longestReference = 200;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
const lastName = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** The field that has the name of a column: its path, or its last name if no other field ends with it. */
function fieldFor(header: string, fields: readonly string[]): string | undefined {
  const exact = fields.find((path) => path === header) ?? fields.find((path) => plain(path) === plain(header));
  if (exact !== undefined) return exact;
  const alike = fields.filter((path) => plain(lastName(path)) === plain(header));
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * Proposes a field for each column. `earlier` gives the field that a column with the same head filled before. Otherwise the
 * column gets the field of its name. Without any known field, it fills the field of its own name.
 */
export function proposeTargets(
  file: FileColumns,
  fields: ReadonlyMap<string, ValueKind>,
  earlier: ReadonlyMap<string, string> = new Map(),
): ColumnTarget[] {
  const free = new Set(fields.keys());
  return file.headers.map((header, index) => {
    const own = fields.size === 0 && pathForm.test(header) ? header : "";
    const before = earlier.get(header) ?? "";
    const path = free.has(before) ? before : (fieldFor(header, [...free]) ?? own);
    free.delete(path);
    return { header, path, kind: kindFor(path, fields, file, index) };
  });
}

/** How a column fills a field: as the template has it, or else as the cells are. */
export function kindFor(
  path: string,
  fields: ReadonlyMap<string, ValueKind>,
  { kinds, numbers }: FileColumns,
  column: number,
): ValueKind {
  const kind = fields.get(path) ?? kinds[column] ?? "text";
  return kind === "number" ? numbers : kind;
}

/** The mistakes in the fields of a mapping, by the number of the column. */
export function mappingMistakes(targets: readonly ColumnTarget[]): ReadonlyMap<number, string> {
  const mistakes = new Map<number, string>();
  const paths = targets.map(({ path }) => path);
  for (const [index, path] of paths.entries()) {
    if (path === "") continue;
    const earlier = paths.slice(0, index);
    if (!pathForm.test(path)) mistakes.set(index, "Write names joined by dots, such as customer.name.");
    else if (earlier.includes(path)) mistakes.set(index, "Another column fills this field.");
    else if (path.split("[]").length > 2) mistakes.set(index, "A column cannot fill a list inside of a list.");
    else if (paths.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[].`)))
      mistakes.set(index, "Other columns fill fields inside of this one.");
  }
  return mistakes;
}

const booleans = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** A number such as 00123 is a name: its zeros would be lost. */
const numberForms: Readonly<Record<"number" | "comma", RegExp>> = {
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  comma: /^-?(?:0|[1-9]\d*)(?:,\d+)?$/,
};
const kindNames: Readonly<Record<ValueKind, string>> = {
  text: "text",
  number: "a number such as 1234.5",
  comma: "a number such as 1234,5",
  date: "a date such as 2026-11-30",
  boolean: "yes or no",
};
/** A value as the browser has remembered it. */
export function valueOfJson(json: string): Value {
  // `as`: only fixed values are remembered.
  return parseExactJson(json) as Value;
}

/** The value of a text; null if the text is not of this kind. */
export function valueOfText(cell: string, kind: ValueKind): Value | null {
  if (kind === "text") return cell;
  const text = cell.trim();
  if (kind === "boolean") return booleans.get(text.toLowerCase()) ?? null;
  // Without a date, the field is empty.
  if (kind === "date") return text === "" || isDateText(text) ? text : null;
  return numberForms[kind].test(text) ? readExactNumber(text.replace(",", ".")) : null;
}

/** The value of a cell; null if the cell is not of this kind. */
function valueOf(cell: Exclude<Cell, FaultyCell | null>, kind: ValueKind): Value | null {
  if (typeof cell === "string") return valueOfText(cell, kind);
  if (kind === "text") return cell.shown;
  if (kind === "date") return cell.date ?? null;
  if (kind === "boolean")
    return cell.kind === "number" || cell.kind === "boolean" ? (booleans.get(String(cell.held)) ?? null) : null;
  return cell.kind === "number" ? cell.held : null;
}

const faults: Readonly<Record<FaultyCell["fault"], (cell: FaultyCell) => string>> = {
  error: ({ shown }) =>
    `the formula ends in the error ${shown}. Mend the formula in the file, or leave the column out.`,
  "no-result": () =>
    "the formula has no result, because no program has calculated it. Open the file in your spreadsheet program and save it there, then choose it again.",
  digits: ({ shown }) =>
    `${shown} has more than 15 digits, and a spreadsheet keeps 15 of a number. Write it as a text in the file, or leave the column out.`,
};

/** A text as a message shows it. */
const shown = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

/** The name of a column for a person. */
export function columnName(headers: readonly string[], column: number): string {
  const header = headers[column] ?? "";
  return header === "" ? String(column + 1) : `“${header}”`;
}

/** The cells of a line as values. Each throws {@link FileMistake}, which names the line and the column. */
function readLine({ row, cells }: Line, { placeOf, headers }: Pick<FileColumns, "placeOf" | "headers">) {
  const mistake = (column: number | undefined, message: string) => {
    const inColumn = column === undefined ? "" : `, column ${columnName(headers, column)}`;
    return new FileMistake(`${placeOf(row, column)}${inColumn}: ${message}`);
  };
  const cellOf = (column: number) => {
    const cell = cells[column] ?? null;
    if (isFaulty(cell)) throw mistake(column, faults[cell.fault](cell));
    return cell;
  };
  /** A cell that is taken as a text. */
  const shownOf = (column: number) => {
    const cell = cellOf(column);
    if (typeof cell === "object" && cell?.isUnclear === true)
      throw mistake(
        column,
        `the sheet shows “${cell.shown}” there, which does not tell the value. Choose another number format for the cell in the file${cell.kind === "number" ? ", or take the column as a number" : ""}.`,
      );
    return textOf(cell);
  };
  /** The value of a cell; undefined for an empty one, which has no number. */
  const valueIn = (column: number, kind: ValueKind): Value | undefined => {
    const cell = kind === "text" ? shownOf(column) : (cellOf(column) ?? "");
    // An empty cell is an empty text, also of a date.
    if (kind !== "text" && kind !== "date" && typeof cell === "string" && cell.trim() === "") return undefined;
    const value = valueOf(cell, kind);
    if (value === null)
      throw mistake(
        column,
        `${shown(textOf(cell))} is not ${kindNames[kind]}. Mend the file, or take the column as text.`,
      );
    return value;
  };
  const isBlank = (column: number) => textOf(cells[column] ?? null).trim() === "";
  return { mistake, shownOf, valueIn, isBlank };
}

/**
 * Makes a row of the lines of a document: one line, or several whose columns fill the items of lists. A column outside of
 * lists has one value in all lines, or is empty. Throws {@link FileMistake}, which names each line and column with a mistake.
 */
export function rowOf(
  lines: readonly Line[],
  { targets, fixed, reference, fileNames }: Mapping,
  file: Pick<FileColumns, "placeOf" | "headers">,
): BatchRow {
  const used = [...targets.entries()].filter(([, { path }]) => path !== "");
  const columnsOf = (list: string) => used.filter(([, { path }]) => listIn(path)?.list === list);
  const lists = [...new Set(used.flatMap(([, { path }]) => listIn(path)?.list ?? []))];
  const { data, addItem, set } = createRowData(lists);
  const [singleFixed, itemFixed] = [false, true].map((isOfItem) =>
    fixed.filter(({ path }) => (listIn(path) !== undefined) === isOfItem),
  );
  for (const { path, value } of singleFixed ?? []) set(path, value);
  const { attempt, throwFound } = createMistakes();
  const known = new Map<string, { shown: string; value: Value; row: number }>();

  function fillSingle(line: Line, column: number, { path, kind }: ColumnTarget): void {
    const { valueIn, isBlank, mistake } = readLine(line, file);
    const value = valueIn(column, kind);
    const earlier = known.get(path);
    if (value === undefined || (earlier && isBlank(column))) return;
    if (earlier && JSON.stringify(earlier.value) !== JSON.stringify(value))
      throw mistake(
        column,
        `${shown(textOf(line.cells[column] ?? null))} differs from ${shown(earlier.shown)} in row ${earlier.row.toLocaleString("en")}, which belongs to the same document. Mend the file, or let the column fill a list, such as lines[].price.`,
      );
    if (earlier) return;
    if (!isBlank(column)) known.set(path, { shown: textOf(line.cells[column] ?? null), value, row: line.row });
    set(path, value);
  }

  for (const line of lines) {
    const { valueIn, isBlank } = readLine(line, file);
    for (const [column, target] of used) if (!listIn(target.path)) attempt(() => fillSingle(line, column, target));
    for (const list of lists) {
      const columns = columnsOf(list);
      // A line with values of the document alone is no item.
      if (columns.every(([column]) => isBlank(column))) continue;
      addItem(list);
      for (const { path, value } of itemFixed ?? []) if (listIn(path)?.list === list) set(path, value);
      for (const [column, { path, kind }] of columns) {
        const value = attempt(() => valueIn(column, kind));
        if (value !== undefined) set(path, value);
      }
    }
  }

  const [first = { row: 1, cells: [] }] = lines;
  const { shownOf, mistake } = readLine(first, file);
  const name = (column: number) => {
    const text = shownOf(column).trim();
    if (text.length > longestReference)
      throw mistake(column, `the reference has more than ${longestReference} characters. Choose another column.`);
    return text;
  };
  const fileName = () => {
    for (const part of fileNames) if (typeof part === "number") shownOf(part);
    const named = fileNameOf(fileNames, first.cells);
    if (named && "mistake" in named)
      throw mistake(
        undefined,
        `the file name ${named.mistake}. Mend the file, or choose another column for the names.`,
      );
    return named?.name;
  };
  const named = reference === undefined ? "" : attempt(() => name(reference));
  const filename = attempt(fileName);
  throwFound();
  return { data, ...(named ? { reference: named } : {}), ...(filename === undefined ? {} : { filename }) };
}
