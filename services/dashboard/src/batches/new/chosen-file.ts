import type { BatchRow } from "@platen/client/rows";
import { textOf, type Line, type Omission } from "./cell.ts";
import { rowOf, type FileColumns, type Mapping } from "./column-mapping.ts";
import { FileMistake } from "./file-mistake.ts";
import { readCsv, startOf, type CsvStart } from "./read-csv.ts";
import { createRowCount, isIncluded, type RowCount } from "./row-count.ts";
import { isTotalLabel } from "./total-label.ts";
import { openWorkbook } from "./workbook/open-workbook.ts";

type Reading = { signal: AbortSignal; onRows: (rows: number) => void };

/** A file that a person has chosen: its columns, and its lines. */
export type ChosenFile = FileColumns & {
  file: File;
  /** The first lines below the line that names the columns, at least one. */
  known: readonly Line[];
  lines: () => AsyncIterable<Line>;
  /** Counts the lines. Of a CSV file, which is read for it, it tells of the progress now and then. */
  countRows: (reading: Reading) => Promise<RowCount>;
  /** The sheets of a workbook, and the one whose lines these are. */
  sheets?: { names: readonly string[]; chosen: string };
  /** What may be wrong with the values. */
  warning?: string;
  /** Frees what reading the lines takes. */
  close: () => void;
};

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
const zipStart = [0x50, 0x4b, 0x03, 0x04];
/** How workbooks of old programs begin, and workbooks with a password. */
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0];
const progressRows = 1_000;
const wanted = "The first line names the columns, and each line below is a row.";

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

/**
 * The lines of a CSV file below the line that names the columns. The last line with a value may have totals. Blank lines do not
 * wait for it: programs write a million of them at the end.
 */
async function* linesOf(file: File, start: CsvStart): AsyncGenerator<Line> {
  let row = -1;
  let last: Line | undefined;
  for await (const cells of readCsv(file, start)) {
    if (row === -1 && isBlank(cells)) continue;
    row += 1;
    if (row === 0) continue;
    if (isBlank(cells)) yield { row, cells, omission: "blank" };
    else {
      if (last) yield last;
      last = { row, cells };
    }
  }
  if (last)
    yield isTotalLabel(last.cells.find((cell) => textOf(cell).trim() !== "")) ? { ...last, omission: "total" } : last;
}

async function countLines(lines: AsyncIterable<Line>, { signal, onRows }: Reading): Promise<RowCount> {
  const { count, add } = createRowCount();
  let read = 0;
  for await (const line of lines) {
    add(line);
    read += 1;
    if (read % progressRows === 0) {
      signal.throwIfAborted();
      onRows(read);
    }
  }
  return count;
}

async function openCsv(file: File): Promise<ChosenFile> {
  const start = await startOf(file);
  let headers: string[] | undefined;
  const known: Line[] = [];
  for await (const cells of readCsv(file, start)) {
    const row = known.length + 1;
    if (headers) known.push(isBlank(cells) ? { row, cells, omission: "blank" } : { row, cells });
    else if (!isBlank(cells)) headers = cells;
    if (known.at(-1)?.omission === undefined && known.length > 0) break;
  }
  if (!headers) throw new FileMistake(`The file is empty. ${wanted}`);
  if (known.every(({ omission }) => omission === "blank")) throw new FileMistake(`The file has no rows. ${wanted}`);
  const lines = () => linesOf(file, start);
  return {
    file,
    headers: headers.map((header) => header.trim()),
    kinds: [],
    // Files that separate values by semicolons come from places where a comma is the decimal sign.
    numbers: start.separator === ";" ? "comma" : "number",
    placeOf: (row) => `Row ${row.toLocaleString("en")}`,
    known,
    lines,
    countRows: (reading) => countLines(lines(), reading),
    close: () => undefined,
  };
}

/** Reads the columns of a CSV file or of a sheet of a workbook. By default the first sheet with rows. Throws {@link FileMistake}. */
export async function openFile(file: File, sheet?: string): Promise<ChosenFile> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (startsWith(start, compoundStart))
    throw new FileMistake(
      "The file is a workbook with a password, or of an old program (.xls). Save it as an Excel workbook (.xlsx) without a password, then choose it again.",
    );
  if (!startsWith(start, zipStart)) return openCsv(file);
  return { ...(await openWorkbook(file, sheet)), file, numbers: "number" };
}

/** The first line that becomes a document; or else the first line. */
export function firstLine({ known }: ChosenFile, included: readonly Omission[]): Line {
  return known.find((line) => isIncluded(line, included)) ?? known[0] ?? { row: 1, cells: [] };
}

/** Makes rows of the lines of a file, while it is read. */
export async function* rowsOf(chosen: ChosenFile, mapping: Mapping): AsyncGenerator<BatchRow> {
  for await (const line of chosen.lines()) if (isIncluded(line, mapping.included)) yield rowOf(line, mapping, chosen);
}

/** Counts the rows of a file, and finds the first mistake before anything is sent. Tells of the progress now and then. */
export async function checkFile(chosen: ChosenFile, mapping: Mapping, { signal, onRows }: Reading): Promise<number> {
  let rows = 0;
  for await (const line of chosen.lines()) {
    if (!isIncluded(line, mapping.included)) continue;
    rowOf(line, mapping, chosen);
    rows += 1;
    if (rows % progressRows === 0) {
      signal.throwIfAborted();
      onRows(rows);
    }
  }
  return rows;
}
