import { parseRow, type Row } from "./parse-row.ts";
import type { RowTurns } from "./row-turns.ts";

/** The pause after a long row, as a multiple of its time: as after a large body. */
const pausePerTime = 5;

/** Creates the function that parses long rows, one after the other in the turns of all requests with rows. */
export function createParseLongRow(turns: RowTurns) {
  return (line: Uint8Array, row: number): Promise<Row> => turns.run(() => parseRow(line, row), pausePerTime);
}
