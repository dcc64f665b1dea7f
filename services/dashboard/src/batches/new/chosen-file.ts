import type { BatchRow } from "@platen/client/rows";
import { rowOf, type Mapping } from "./column-mapping.ts";
import { CsvMistake, readCsv, separatorOf, type Separator } from "./read-csv.ts";

/** A file that a person has chosen: its columns, and the first rows for a look at them. */
export type ChosenFile = { file: File; separator: Separator; headers: readonly string[]; first: readonly string[] };

/** Reads the beginning of a file. */
export async function openFile(file: File): Promise<ChosenFile> {
  const separator = await separatorOf(file);
  const lines: string[][] = [];
  for await (const line of readCsv(file, separator)) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  const [headers = [], first] = lines;
  if (!first)
    throw new CsvMistake("The file has no rows. Its first line names the columns, and each line below is a row.");
  return { file, separator, headers: headers.map((header) => header.trim()), first };
}

/** Makes rows of the lines of a file, while it is read. */
export async function* rowsOf({ file, separator }: ChosenFile, mapping: Mapping): AsyncGenerator<BatchRow> {
  let row = 0;
  for await (const cells of readCsv(file, separator)) {
    if (row > 0) yield rowOf(cells, mapping, row);
    row += 1;
  }
}

/** Counts the rows of a file, and finds the first mistake before anything is sent. Tells of the progress now and then. */
export async function checkFile(
  chosen: ChosenFile,
  mapping: Mapping,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<number> {
  let rows = -1;
  for await (const cells of readCsv(chosen.file, chosen.separator)) {
    rows += 1;
    // The first line has the names of the columns.
    if (rows > 0) rowOf(cells, mapping, rows);
    if (rows % 1_000 === 0) {
      signal.throwIfAborted();
      onRows(rows);
    }
  }
  return rows;
}
