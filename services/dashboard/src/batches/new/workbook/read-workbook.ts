import { unzipSync } from "fflate";
import { readXlsx, type Cell as WorkbookCell, type CellValue } from "hucre/xlsx";
import { formatCount, formatSize } from "../../../ui/format.ts";
import { isFaulty, type Cell, type FaultyCell, type Line } from "../cell.ts";
import { FileMistake } from "../file-mistake.ts";
import { mostColumns } from "../most-columns.ts";
import { workbookLimits, type WorkbookLimits } from "./workbook-limits.ts";

/** A sheet of a workbook: the lines that are not empty, the first of which names the columns. */
export type SheetContent = { names: string[]; chosen: string; lines: Line[] };

/** Texts of all cells together: cells may repeat one long text, which the file has once. */
const mostCharacters = 100_000_000;
/** An empty file of a ZIP takes so many bytes when it is packed. */
const emptyPackedBytes = 2;
const csvInstead = "Save the sheet as “CSV UTF-8”, which may have any size, and choose that file.";

const tooLarge = (what: string) => new FileMistake(`The workbook has more than ${what}. ${csvInstead}`);
const damaged = (options?: ErrorOptions) =>
  Object.assign(
    new FileMistake(
      "The file is not a whole Excel workbook (.xlsx). Open it in your spreadsheet program, save it as .xlsx, and choose it again.",
    ),
    options,
  );

/** Refuses a file that takes too much memory when it is unpacked. The library unpacks no more than the file declares. */
function checkUnpackedSize(bytes: Uint8Array, limits: WorkbookLimits): void {
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter: ({ size, originalSize }) => {
        // A size that is missing would be no limit.
        if (originalSize === 0 && size > emptyPackedBytes) unpacked = Infinity;
        unpacked += originalSize;
        return false;
      },
    });
  } catch (cause) {
    throw damaged({ cause });
  }
  if (unpacked > limits.unpackedBytes) throw tooLarge(`${formatSize(limits.unpackedBytes)} when it is unpacked`);
}

const epochs = { "1900": Date.UTC(1899, 11, 31), "1904": Date.UTC(1904, 0, 1) };
/** A shorter time since the epoch is a time of the day, or a duration in hours. */
const daysOfDurations = 59;

/** A date as it is written in ISO 8601, without the time if the cell has none. Times and durations have no date. */
function textOfDate(date: Date, epochMs: number): string {
  // Workbooks count days with fractions, which are not exact.
  const at = Math.round(date.getTime() / 1_000) * 1_000;
  const sinceEpoch = Math.floor((at - epochMs) / 1_000);
  const iso = new Date(at).toISOString();
  if (sinceEpoch >= 0 && sinceEpoch < daysOfDurations * 86_400) {
    const hours = String(Math.floor(sinceEpoch / 3_600)).padStart(2, "0");
    return `${hours}${iso.slice(13, iso.slice(17, 19) === "00" ? 16 : 19)}`;
  }
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19);
}

function cellOf(value: CellValue, epochMs: number): Cell {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? { fault: "error", shown: "#NUM!" } : textOfDate(value, epochMs);
  return value === "" ? null : value;
}

/** The cells without a value, by their row and column. */
function faultsIn(cells: ReadonlyMap<string, WorkbookCell> | undefined): Map<number, Map<number, FaultyCell>> {
  const faults = new Map<number, Map<number, FaultyCell>>();
  for (const [place, { type, value, formula }] of cells ?? []) {
    const isError = type === "error";
    if (!isError && (value !== null || formula === undefined)) continue;
    const [row = 0, column = 0] = place.split(",").map(Number);
    const inRow = faults.get(row) ?? new Map<number, FaultyCell>();
    inRow.set(
      column,
      isError ? { fault: "error", shown: String(value) } : { fault: "no-result", shown: `=${formula ?? ""}` },
    );
    faults.set(row, inRow);
  }
  return faults;
}

/** How many sheets are read to find one with rows. */
const mostSheetsTried = 20;
const hasRows = ({ lines }: SheetContent) => lines.length >= 2;

/** Reads the visible sheets' names, and one sheet: the named one, or else the first. */
async function readSheet(bytes: Uint8Array, sheet: string | undefined) {
  const names: string[] = [];
  const isWanted = (name: string) => (sheet === undefined ? names.length === 1 : name === sheet);
  try {
    const { sheets, dateSystem } = await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden || veryHidden) return false;
        names.push(name);
        return isWanted(name);
      },
    });
    return { names, content: sheets[0], epochMs: epochs[dateSystem === "1904" ? "1904" : "1900"] };
  } catch (cause) {
    // The library's error of a sheet whose corners lie too far from each other, and the engine's of a text that is too long.
    if (cause instanceof RangeError || (cause instanceof Error && / spans \d/.test(cause.message)))
      throw tooLarge(formatCount(workbookLimits.cells, "cell"));
    throw damaged({ cause });
  }
}

/** Reads the lines of a sheet: the named one, or else the first. */
async function readLines(bytes: Uint8Array, sheet: string | undefined, limits: WorkbookLimits): Promise<SheetContent> {
  const { names, content, epochMs } = await readSheet(bytes, sheet);
  if (!content) throw damaged();
  const faults = faultsIn(content.cells);
  const lines: Line[] = [];
  let [cellCount, characters] = [0, 0];
  for (const [index, values] of content.rows.entries()) {
    const inRow = faults.get(index);
    const cells = values.map((value, column) => inRow?.get(column) ?? cellOf(value, epochMs));
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    if (cells.length === 0) continue;
    lines.push({ row: index + 1, cells });
    for (const cell of cells) {
      if (cell === null) continue;
      cellCount += 1;
      if (typeof cell === "string") characters += cell.length;
    }
    if (cells.length > mostColumns)
      throw new FileMistake(
        `Row ${(index + 1).toLocaleString("en")} of the sheet “${content.name}” has ${formatCount(cells.length, "column")}. A sheet may have ${mostColumns}. Remove those that the template does not need.`,
      );
    if (lines.length > limits.rows) throw tooLarge(formatCount(limits.rows, "row"));
    if (cellCount > limits.cells) throw tooLarge(formatCount(limits.cells, "cell"));
    if (characters > mostCharacters) throw tooLarge(formatCount(mostCharacters, "character"));
  }
  return { names, chosen: content.name, lines };
}

/** Reads a sheet of a workbook: the named one, or else the first with rows. Throws {@link FileMistake}. */
export async function readWorkbook(
  bytes: Uint8Array,
  sheet?: string,
  limits: WorkbookLimits = workbookLimits,
): Promise<SheetContent> {
  if (bytes.byteLength > limits.bytes) throw tooLarge(formatSize(limits.bytes));
  checkUnpackedSize(bytes, limits);
  const first = await readLines(bytes, sheet, limits);
  let content = first;
  for (const name of sheet === undefined ? first.names.slice(1, mostSheetsTried) : []) {
    if (hasRows(content)) break;
    content = await readLines(bytes, name, limits);
  }
  if (!hasRows(content))
    throw new FileMistake(
      `The sheet “${first.chosen}” has no rows. Its first line names the columns, and each line below is a row.`,
    );
  if (content.lines[0]?.cells.some(isFaulty))
    throw new FileMistake(
      `The first line of the sheet “${content.chosen}” has a formula without a result. Write the names of the columns there.`,
    );
  return { ...content, names: first.names };
}
