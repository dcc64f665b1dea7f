import { formatCount, formatSize } from "../../../ui/format.ts";
import { isFaulty, type Cell, type Line } from "../cell.ts";
import { FileMistake } from "../file-mistake.ts";
import { maxColumns } from "../max-columns.ts";
import { createRowCount, type RowCount } from "../row-count.ts";
import { isTotalLabel } from "../total-label.ts";
import { openParts, type Parts } from "./open-parts.ts";
import { readFormats } from "./read-formats.ts";
import { readHead, type Head } from "./read-head.ts";
import { general, readSheet, type SheetRow, type Stored, type StoredSheet } from "./read-sheet.ts";
import { readStrings } from "./read-strings.ts";
import { readTables } from "./read-tables.ts";
import type { Area } from "./sheet-places.ts";
import { createDisplay, displayLanguage } from "./shown-value.ts";
import { workbookLimits, type WorkbookLimits } from "./workbook-limits.ts";

/** A sheet of a workbook. */
export type SheetContent = {
  names: string[];
  chosen: string;
  /** The first line that a person sees. It names the columns. */
  headers: Line;
  /** How many lines are below. Rows without a cell do not count. */
  lineCount: number;
  lines: (from: number, to: number) => Line[];
  count: RowCount;
  /** The numbers of the columns that the sheet hides, from 0. */
  hiddenColumns: number[];
  doubtful: StoredSheet["doubtful"];
};

type Options = {
  /** The sheet to read, or else the first with rows. */
  sheet?: string | undefined;
  limits?: WorkbookLimits;
  /** The person's language, in which spreadsheet programs show numbers and dates. */
  language?: string | undefined;
};

/** Texts of all cells together: cells may repeat one long text, which the file has once. */
const maxCharacters = 100_000_000;
/** How many sheets are read to find one with rows. */
const maxSheetsTried = 20;
const csvInstead = "Save the sheet as “CSV UTF-8”, which may have any size, and choose that file.";

const tooLarge = (what: string) => new FileMistake(`The workbook has more than ${what}. ${csvInstead}`);
const damaged = (cause?: unknown) =>
  Object.assign(
    new FileMistake(
      "The file is not a whole Excel workbook (.xlsx). Open it in your spreadsheet program, save it as .xlsx, and choose it again.",
    ),
    { cause },
  );

/** Refuses a sheet that takes too much memory, while it is read. */
function createCheck(name: string, limits: WorkbookLimits) {
  let [rows, cells, characters] = [0, 0, 0];
  const countCells = (count: number) => {
    cells += count;
    if (cells > limits.cells) throw tooLarge(formatCount(limits.cells, "cell"));
  };
  return {
    countCells,
    countRow: (row: SheetRow) => {
      if (row.cells.length > maxColumns)
        throw new FileMistake(
          `Row ${row.row.toLocaleString("en")} of the sheet “${name}” has ${formatCount(row.cells.length, "column")}. A sheet may have ${maxColumns}. Remove those that the template does not need.`,
        );
      rows += 1;
      if (rows > limits.rows) throw tooLarge(formatCount(limits.rows, "row"));
      countCells(row.cells.length);
      for (const cell of row.cells) if (typeof cell === "string") characters += cell.length;
      if (characters > maxCharacters) throw tooLarge(formatCount(maxCharacters, "character"));
    },
  };
}

/** Gives each cell of a merged area the value that the sheet shows there, in rows that have cells of their own. */
function fillMerged(rows: readonly SheetRow[], merged: readonly Area[], countCells: (count: number) => void): void {
  const byNumber = new Map(rows.map((row) => [row.row, row]));
  const end = rows.at(-1)?.row ?? 0;
  for (const { top, left, bottom, right } of merged) {
    const first = byNumber.get(top);
    if (!first) continue;
    const [stored, format] = [first.cells[left - 1] ?? null, first.formats[left - 1] ?? 0];
    const until = Math.min(right, maxColumns);
    for (let number = top; number <= Math.min(bottom, end); number += 1) {
      countCells(until - left + 1);
      const row = byNumber.get(number);
      if (!row) continue;
      while (row.cells.length < until) {
        row.cells.push(null);
        row.formats.push(0);
      }
      row.cells.fill(stored, left - 1, until);
      row.formats.fill(format, left - 1, until);
    }
  }
}

const isBlank = (stored: Stored) => stored === null || (typeof stored === "string" && stored.trim() === "");
const isIn = (areas: readonly Area[], row: number) => areas.some(({ top, bottom }) => row >= top && row <= bottom);

/** What all sheets of a workbook share. */
type Book = {
  parts: Parts;
  head: Head;
  strings: string[];
  formats: string[];
  language: string;
  limits: WorkbookLimits;
};

function openBook(bytes: Uint8Array, { language, limits = workbookLimits }: Options): Book {
  const parts = openParts(bytes);
  if (parts.unpackedBytes > limits.unpackedBytes)
    throw tooLarge(`${formatSize(limits.unpackedBytes)} when it is unpacked`);
  const head = readHead(parts);
  if (!head) throw damaged();
  const shownIn = displayLanguage(language);
  const partOf = (path: string | undefined) => (path === undefined ? undefined : parts.read(path));
  const [strings, styles] = [partOf(head.stringsPath), partOf(head.stylesPath)];
  return {
    parts,
    head,
    strings: strings ? readStrings(strings) : [],
    formats: styles ? readFormats(styles, shownIn) : [],
    language: shownIn,
    limits,
  };
}

/** Reads the lines of a sheet. Their cells are made when they are taken. */
function readLines({ parts, head, strings, formats, language, limits }: Book, { name, path }: Head["sheets"][number]) {
  const bytes = parts.read(path);
  if (!bytes) throw damaged();
  const { countRow, countCells } = createCheck(name, limits);
  const { is1904, isUncalculated } = head;
  const sheet = readSheet(bytes, {
    strings,
    formats,
    is1904,
    isUncalculated,
    onRow: countRow,
    onMerged: () => countCells(1),
  });
  const tables = readTables(parts, path);
  const filtered = [...tables.filtered, ...(sheet.filtered ? [sheet.filtered] : [])];
  const display = createDisplay({ language, is1904, hidesZeros: sheet.hidesZeros });

  function cellOf(stored: Stored, format: number): Cell {
    const pattern = formats[format] ?? general;
    if (typeof stored === "number") return display.numberValue(stored, pattern);
    if (typeof stored === "boolean") return display.booleanValue(stored);
    if (typeof stored === "string") return stored === "" ? null : display.textValue(stored, pattern);
    return stored;
  }
  const showsNothing = ({ cells, formats: styles }: SheetRow) =>
    cells.every((stored, column) =>
      typeof stored === "number"
        ? display.numberValue(stored, formats[styles[column] ?? 0] ?? general).shown === ""
        : isBlank(stored),
    );

  const blank = new Set(sheet.rows.filter(showsNothing));
  const isHead = (row: SheetRow) => !row.isHidden && !blank.has(row);
  const [headers, ...rows] = sheet.rows.slice(sheet.rows.findIndex(isHead));
  const last = rows.findLast((row) => !blank.has(row));
  const isLabelled = isTotalLabel(last?.cells.find((stored) => !isBlank(stored)));
  fillMerged(rows, sheet.merged, countCells);

  function omissionOf(row: SheetRow): Line["omission"] {
    if (blank.has(row)) return "blank";
    if (row.isTotal || isIn(tables.totals, row.row) || (row === last && isLabelled)) return "total";
    if (!row.isHidden) return undefined;
    return isIn(filtered, row.row) ? "filtered" : "hidden";
  }
  function lineOf(row: SheetRow): Line {
    const omission = omissionOf(row);
    const cells = row.cells.map((stored, column) => cellOf(stored, row.formats[column] ?? 0));
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return { row: row.row, cells, ...(omission && { omission }) };
  }
  const { count, add } = createRowCount();
  for (const row of rows) add({ row: row.row, omission: omissionOf(row) });
  return {
    chosen: name,
    headers: headers && isHead(headers) ? lineOf(headers) : undefined,
    lineCount: rows.length,
    lines: (from: number, to: number) => rows.slice(from, to).map(lineOf),
    hasRows: last !== undefined,
    count,
    hiddenColumns: Array.from({ length: maxColumns }, (_, column) => column).filter((column) =>
      sheet.hiddenColumns.some(([from, to]) => column + 1 >= from && column + 1 <= to),
    ),
    doubtful: sheet.doubtful,
  };
}

/**
 * Reads a sheet of a workbook: the named one, or else the first with rows. Throws {@link FileMistake}. No library for workbooks
 * tells all that a person sees in a sheet and what no program has calculated, so this reads their parts itself.
 */
export function readWorkbook(bytes: Uint8Array, options: Options = {}): SheetContent {
  const { sheet: wanted, limits = workbookLimits } = options;
  if (bytes.byteLength > limits.bytes) throw tooLarge(formatSize(limits.bytes));
  try {
    return readBook(openBook(bytes, options), wanted);
  } catch (error) {
    if (error instanceof FileMistake) throw error;
    // The engine's error of a text that is too long.
    if (error instanceof RangeError) throw tooLarge(formatCount(maxCharacters, "character"));
    throw damaged(error);
  }
}

function readBook(book: Book, wanted: string | undefined): SheetContent {
  const { sheets } = book.head;
  const [first, ...others] = wanted === undefined ? sheets : sheets.filter(({ name }) => name === wanted);
  if (!first)
    throw new FileMistake(
      "The workbook has no sheet with cells that is shown. Show the sheet, and choose the file again.",
    );
  let found = readLines(book, first);
  for (const sheet of wanted === undefined ? others.slice(0, maxSheetsTried - 1) : []) {
    if (found.hasRows) break;
    found = readLines(book, sheet);
  }
  const { headers, hasRows, ...content } = found;
  if (!headers || !hasRows)
    throw new FileMistake(
      `The sheet “${first.name}” has no rows. Its first line names the columns, and each line below is a row.`,
    );
  if (headers.cells.some(isFaulty))
    throw new FileMistake(
      `The first line of the sheet “${content.chosen}” has a formula without a result. Write the names of the columns there.`,
    );
  return { ...content, headers, names: sheets.map(({ name }) => name) };
}
