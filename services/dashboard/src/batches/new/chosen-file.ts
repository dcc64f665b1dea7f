import type { BatchRow } from "@platen/client/rows";
import type { Line } from "./cell.ts";
import { rowOf, type FileColumns, type Mapping } from "./column-mapping.ts";
import { FileMistake } from "./file-mistake.ts";
import { readCsv, separatorOf, type Separator } from "./read-csv.ts";
import { openWorkbook } from "./workbook/open-workbook.ts";

/** A file that a person has chosen: its columns, and its lines. */
export type ChosenFile = FileColumns & {
  file: File;
  /** The first line below the line that names the columns, to show it. */
  first: Line;
  lines: () => AsyncIterable<Line>;
  /** The sheets of a workbook, and the one whose lines these are. */
  sheets?: { names: readonly string[]; chosen: string };
  /** Frees what reading the lines takes. */
  close: () => void;
};

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
const zipStart = [0x50, 0x4b, 0x03, 0x04];
/** How workbooks of old programs begin, and workbooks with a password. */
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0];

const rowAt = (row: number) => `Row ${row.toLocaleString("en")}`;

/** The lines of a CSV file below the line that names the columns. */
async function* linesOf(file: File, separator: Separator): AsyncGenerator<Line> {
  let row = 0;
  for await (const cells of readCsv(file, separator)) {
    if (row > 0) yield { row, cells };
    row += 1;
  }
}

async function openCsv(file: File): Promise<ChosenFile> {
  const separator = await separatorOf(file);
  const lines: string[][] = [];
  for await (const line of readCsv(file, separator)) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  const [headers = [], first] = lines;
  if (!first)
    throw new FileMistake("The file has no rows. Its first line names the columns, and each line below is a row.");
  return {
    file,
    headers: headers.map((header) => header.trim()),
    kinds: [],
    // Files that separate values by semicolons come from places where a comma is the decimal sign.
    numbers: separator === ";" ? "comma" : "number",
    placeOf: rowAt,
    first: { row: 1, cells: first },
    lines: () => linesOf(file, separator),
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
  return {
    ...(await openWorkbook(file, sheet)),
    file,
    numbers: "number",
    placeOf: (row) => `${rowAt(row)} of the sheet`,
  };
}

/** Makes rows of the lines of a file, while it is read. */
export async function* rowsOf(chosen: ChosenFile, mapping: Mapping): AsyncGenerator<BatchRow> {
  for await (const line of chosen.lines()) yield rowOf(line, mapping, chosen);
}

/** Counts the rows of a file, and finds the first mistake before anything is sent. Tells of the progress now and then. */
export async function checkFile(
  chosen: ChosenFile,
  mapping: Mapping,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<number> {
  let rows = 0;
  for await (const line of chosen.lines()) {
    rowOf(line, mapping, chosen);
    rows += 1;
    if (rows % 1_000 === 0) {
      signal.throwIfAborted();
      onRows(rows);
    }
  }
  return rows;
}
