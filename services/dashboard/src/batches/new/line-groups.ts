import { textOf, type Line, type Omission } from "./cell.ts";
import { columnName, type FileColumns } from "./column-mapping.ts";
import { FileMistake } from "./file-mistake.ts";
import { isIncluded } from "./row-count.ts";

/** The lines of one document may be anywhere in the file, so all are kept. As many as a workbook may have. */
const maxGroupedLines = 200_000;

type Lines = Pick<FileColumns, "headers" | "placeOf"> & { lines: () => AsyncIterable<Line> };
/** The lines that become documents, and the column whose value tells to which document a line belongs. */
export type Grouping = { groupBy: number | undefined; included: readonly Omission[] };

/** The lines of each document, in the order of their first lines. Without a column, each line is a document. */
export async function* groupsOf(file: Lines, { groupBy, included }: Grouping): AsyncGenerator<readonly Line[]> {
  const groups = new Map<string, Line[]>();
  let count = 0;
  for await (const line of file.lines()) {
    if (!isIncluded(line, included)) continue;
    if (groupBy === undefined) {
      yield [line];
      continue;
    }
    const key = textOf(line.cells[groupBy] ?? null).trim();
    if (key === "")
      throw new FileMistake(
        `${file.placeOf(line.row, groupBy)}, column ${columnName(file.headers, groupBy)}: the cell is empty, so that the line belongs to no document. Fill it, or leave the line out of the file.`,
      );
    count += 1;
    if (count > maxGroupedLines)
      throw new FileMistake(
        `The file has more than ${maxGroupedLines.toLocaleString("en")} rows, the maximum where several rows become a document. Split the file.`,
      );
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  yield* groups.values();
}
