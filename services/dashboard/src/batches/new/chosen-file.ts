import type { BatchRow } from "@platen/client/rows";
import type { Line, Omission } from "./cell.ts";
import { rowOf, type FileColumns, type Mapping } from "./column-mapping.ts";
import { createMistakes, maxMistakes } from "./file-mistake.ts";
import { groupsOf } from "./line-groups.ts";
import { isIncluded, type RowCount } from "./row-count.ts";

/** Of so many rows, the reader tells the progress. */
export const progressRows = 1_000;

/** How a file is read to its end. */
export type Reading = { signal: AbortSignal; onRows: (rows: number) => void };

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

/** The first line that becomes a document; or else the first line. */
export function firstLine({ known }: ChosenFile, included: readonly Omission[]): Line {
  return known.find((line) => isIncluded(line, included)) ?? known[0] ?? { row: 1, cells: [] };
}

/** Makes rows of the lines of a file, while it is read. */
export async function* rowsOf(chosen: ChosenFile, mapping: Mapping): AsyncGenerator<BatchRow> {
  for await (const lines of groupsOf(chosen, mapping)) yield rowOf(lines, mapping, chosen);
}

/** Counts the rows of a file, and finds the first mistakes before anything is sent. Tells of the progress now and then. */
export async function checkFile(chosen: ChosenFile, mapping: Mapping, { signal, onRows }: Reading): Promise<number> {
  let rows = 0;
  const mistakes = createMistakes();
  for await (const lines of groupsOf(chosen, mapping)) {
    mistakes.attempt(() => rowOf(lines, mapping, chosen));
    if (mistakes.found.size >= maxMistakes) break;
    rows += 1;
    if (rows % progressRows === 0) {
      signal.throwIfAborted();
      onRows(rows);
    }
  }
  mistakes.throwFound();
  return rows;
}
