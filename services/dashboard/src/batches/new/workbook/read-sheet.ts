import type { FaultyCell } from "../cell.ts";
import { unescaped } from "./read-strings.ts";
import { isTrue, readXml } from "./read-xml.ts";
import { areaOf, lettersOf, maxSheetColumns, maxSheetRows, placeOf, type Area } from "./sheet-places.ts";

/** What a cell stores. Null if it is empty. */
export type Stored = string | number | boolean | FaultyCell | null;
/** A row with cells. `formats` are the places of their number formats. */
export type SheetRow = {
  row: number;
  isHidden: boolean;
  /** A formula of the row sums up rows of its own column. */
  isTotal: boolean;
  cells: Stored[];
  formats: number[];
};
export type StoredSheet = {
  rows: SheetRow[];
  merged: Area[];
  /** The rows that a filter may hide. */
  filtered: Area | undefined;
  hidesZeros: boolean;
  /** The columns that the sheet hides: the first and the last of each group, from 1. */
  hiddenColumns: [first: number, last: number][];
  /** Formulas with a result that their program has perhaps not worked out, and the first of them. */
  doubtful: { count: number; first: string | undefined };
};

type Reading = {
  strings: readonly string[];
  /** The number formats of the styles. */
  formats: readonly string[];
  is1904: boolean;
  isUncalculated: boolean;
  /** Takes each row. It may throw, so that a large sheet is not read to its end. */
  onRow: (row: SheetRow) => void;
  /** Is called for each merged area, and may throw too. */
  onMerged: () => void;
};

const dayMs = 86_400_000;
/** The number format of a cell that has none. */
export const general = "General";

const totals = /^(?:SUM|SUBTOTAL|AGGREGATE)\((?:\d+,)*(.*)\)$/i;
const longestTotal = 500;

/** Whether a formula sums up other rows of its column, or a column of a table. */
function isTotal(formula: string, row: number, column: number): boolean {
  if (formula.length > longestTotal) return false;
  const [, summed] = totals.exec(formula.replaceAll(/\s/g, "")) ?? [];
  if (summed === undefined) return false;
  if (/^\w*\[[^\]]*\]$/.test(summed)) return true;
  return summed.split(",").every((part) => {
    const area = areaOf(part.replaceAll("$", ""));
    if (!area || area.left !== column || area.right !== column) return false;
    return area.bottom > area.top && (area.bottom < row || area.top > row);
  });
}

/** A date in ISO 8601 as the number of a day, with the time as its fraction. A text stays one where nothing formats it. */
function dayOf(text: string, style: number, { formats, is1904 }: Reading): Stored {
  if ((formats[style] ?? general) === general) return text;
  const ms = Date.parse(text.includes("T") && !text.endsWith("Z") ? `${text}Z` : text);
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  return Number.isNaN(ms) ? { fault: "error", shown: text } : (ms - first) / dayMs;
}

/** Errors as programs write them that give them as the text of a formula. */
const errorNames = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#ERROR!"]);
/** A number that spreadsheets keep to the last digit. */
const maxKept = 1e15;

function numberOf(text: string): Stored {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return { fault: "error", shown: text };
  if (Math.abs(number) >= maxKept && Number(number.toPrecision(15)) !== number) return { fault: "digits", shown: text };
  return number;
}

/** Each cell is compared with so many areas of formulas at most. */
const maxSpilled = 100;

type ReadCell = { type: string; style: number; value: string | undefined; inline: string; formula: string | undefined };

/** What a cell stores. Throws an error if it names a text that is not there. */
function storedOf({ type, style, value, inline, formula }: ReadCell, reading: Reading): Stored {
  const { strings, isUncalculated } = reading;
  const isFormula = formula !== undefined;
  const missing: FaultyCell = { fault: "no-result", shown: `=${formula ?? ""}` };
  if (type === "inlineStr") return unescaped(inline);
  if (value === undefined || value === "") {
    if (!isFormula) return null;
    return type === "str" && !isUncalculated ? null : missing;
  }
  if (type === "e") return { fault: "error", shown: value };
  if (type === "b") return isTrue(value);
  if (type === "str") return isFormula && errorNames.has(value) ? { fault: "error", shown: value } : unescaped(value);
  if (type === "s") {
    const text = strings[Number(value)];
    if (text === undefined) throw new Error(`the text ${value} is missing`);
    return text;
  }
  if (type === "d") return dayOf(value, style, reading);
  // Libraries write 0 in the place of a result.
  return isFormula && isUncalculated && Number(value) === 0 ? missing : numberOf(value);
}

/** Reads a sheet. Throws an error if it is no sheet. */
export function readSheet(bytes: Uint8Array, reading: Reading): StoredSheet {
  const sheet: StoredSheet = {
    rows: [],
    merged: [],
    filtered: undefined,
    hidesZeros: false,
    hiddenColumns: [],
    doubtful: { count: 0, first: undefined },
  };
  /** Formulas whose results are in many cells. */
  const spilled: Area[] = [];
  let current: SheetRow = { row: 0, isHidden: false, isTotal: false, cells: [], formats: [] };
  let column = 0;
  let filter: Area | undefined;
  let cell: ReadCell = { type: "", style: 0, value: undefined, inline: "", formula: undefined };
  let isNote = false;

  function endCell(): void {
    const isSpilled = spilled.some(
      ({ top, left, bottom, right }) =>
        current.row >= top && current.row <= bottom && column >= left && column <= right,
    );
    if (isSpilled) cell.formula ??= "";
    const stored = storedOf(cell, reading);
    if (cell.formula !== undefined) {
      if (isTotal(cell.formula, current.row, column)) current.isTotal = true;
      if (reading.isUncalculated && stored !== null && typeof stored !== "object") {
        sheet.doubtful.count += 1;
        sheet.doubtful.first ??= `${lettersOf(column)}${current.row}`;
      }
    }
    if (stored === null) return;
    while (current.cells.length < column) {
      current.cells.push(null);
      current.formats.push(0);
    }
    current.cells[column - 1] = stored;
    current.formats[column - 1] = cell.style;
  }

  function startColumns({ min, max, hidden, width }: Readonly<Record<string, string>>): void {
    const isHidden = isTrue(hidden) || Number(width ?? 1) === 0;
    if (isHidden && sheet.hiddenColumns.length < maxSheetColumns) sheet.hiddenColumns.push([Number(min), Number(max)]);
  }

  function startRow({ r, hidden, ht }: Readonly<Record<string, string>>): void {
    current = {
      row: Number(r ?? current.row + 1),
      isHidden: isTrue(hidden) || Number(ht ?? 1) === 0,
      isTotal: false,
      cells: [],
      formats: [],
    };
    column = 0;
    if (!(current.row >= 1 && current.row <= maxSheetRows)) throw new Error("a row has an impossible number");
  }

  function startCell({ r, s, t }: Readonly<Record<string, string>>): void {
    column = placeOf(r)?.column ?? column + 1;
    if (column > maxSheetColumns) throw new Error("a cell has an impossible column");
    cell = { type: t ?? "n", style: Number(s ?? 0), value: undefined, inline: "", formula: undefined };
  }

  function startFormula({ t, ref }: Readonly<Record<string, string>>): void {
    const area = t === "array" || t === "dataTable" ? areaOf(ref) : undefined;
    const isLarge = area !== undefined && (area.bottom > area.top || area.right > area.left);
    if (isLarge && reading.isUncalculated && spilled.length < maxSpilled) spilled.push(area);
  }

  readXml(bytes, {
    onOpen: (element, attributes) => {
      if (element === "c") startCell(attributes);
      else if (element === "row") startRow(attributes);
      else if (element === "f") startFormula(attributes);
      else if (element === "rPh") isNote = true;
      else if (element === "mergeCell") {
        const area = areaOf(attributes["ref"]);
        if (area) sheet.merged.push(area);
        reading.onMerged();
      } else if (element === "autoFilter") filter = areaOf(attributes["ref"]);
      else if (element === "filterColumn") sheet.filtered = filter;
      else if (element === "col") startColumns(attributes);
      else if (element === "sheetView" && attributes["showZeros"] === "0") sheet.hidesZeros = true;
    },
    onClose: (element, text) => {
      if (element === "v") cell.value = text;
      else if (element === "f") cell.formula = text;
      else if (element === "t" && !isNote) cell.inline += text;
      else if (element === "rPh") isNote = false;
      else if (element === "c") endCell();
      else if (element === "row" && current.cells.length > 0) {
        sheet.rows.push(current);
        reading.onRow(current);
      }
    },
  });
  return sheet;
}
