import { textOf, type Line } from "./cell.ts";
import { progressRows, type ChosenFile, type Reading } from "./chosen-file.ts";
import { FileMistake } from "./file-mistake.ts";
import { readCsv, startOf, type CsvStart } from "./read-csv.ts";
import { createRowCount, type RowCount } from "./row-count.ts";
import { isTotalLabel } from "./total-label.ts";
import { openWorkbook } from "./workbook/open-workbook.ts";

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
const zipStart = [0x50, 0x4b, 0x03, 0x04];
/** How workbooks of old programs begin, and workbooks with a password. */
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0];
const wanted = "The first line names the columns, and each line below is a row.";

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

/**
 * The lines of a CSV file below the line that names the columns. The last line with a value may have totals. Blank lines do not
 * wait for it: programs write a million of them at the end.
 */
async function* linesOf(file: File, start: CsvStart): AsyncGenerator<Line> {
  let isBelow = false;
  let last: Line | undefined;
  for await (const { row, cells } of readCsv(file, start)) {
    if (!isBelow) {
      isBelow = !isBlank(cells);
      continue;
    }
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
  for await (const { row, cells } of readCsv(file, start)) {
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
    placeOf: (row) => `Line ${row.toLocaleString("en")}`,
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
