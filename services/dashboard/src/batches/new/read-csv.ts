import { parse } from "csv-parse/browser/esm";
import { formatCount } from "../../ui/format.ts";
import { FileMistake } from "./file-mistake.ts";
import { mostColumns } from "./most-columns.ts";

/** Small enough that a piece is parsed between two frames. */
const pieceBytes = 128 * 1024;
const longestRow = 1_000_000;

export type Separator = "," | ";" | "\t";
const separators: readonly Separator[] = [",", ";", "\t"];

/** The separator of a file, by its first line. */
export async function separatorOf(file: Blob): Promise<Separator> {
  const start = await file.slice(0, pieceBytes).text();
  const [line = ""] = start.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  const columns = (separator: Separator) => line.split(separator).length;
  return separators.reduce((best, each) => (columns(each) > columns(best) ? each : best));
}

type ParserError = Error & { code?: string; lines?: number; record?: string[] };

/** The parser's error in our words. */
function mistakeOf({ code, lines, record, message }: ParserError): FileMistake {
  const line = lines === undefined ? "A line" : `Line ${lines.toLocaleString("en")}`;
  if (code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH")
    return new FileMistake(
      `${line} has ${formatCount(record?.length ?? 0, "column")}, another number than the first line. Write each separator, and put values that contain one into quotation marks.`,
    );
  if (code === "CSV_MAX_RECORD_SIZE")
    return new FileMistake(
      `A row at line ${(lines ?? 1).toLocaleString("en")} has more than ${longestRow.toLocaleString("en")} characters. Look for a quotation mark that is not closed.`,
    );
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new FileMistake("A quotation mark is not closed. Close it, or write it twice inside of a value.");
  if (code === "CSV_INVALID_CLOSING_QUOTE" || code === "INVALID_OPENING_QUOTE")
    return new FileMistake(
      `${line} has a quotation mark inside of a value. Put the whole value into quotation marks, and write the inner one twice.`,
    );
  return new FileMistake(`The file cannot be read as CSV: ${message}`);
}

/**
 * Reads the rows of a CSV file in UTF-8, the first line too. It reads a piece when the rows before are taken, so that a file of
 * any size needs little memory and leaves the page responsive. Throws {@link FileMistake}.
 */
export async function* readCsv(file: Blob, separator: Separator): AsyncGenerator<string[]> {
  // It drops the mark that some programs write at the beginning.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = parse({
    delimiter: separator,
    max_record_size: longestRow,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  let rows: string[][] = [];
  let isFirst = true;
  const ended = Promise.withResolvers<void>();
  // It is awaited later.
  ended.promise.catch(() => undefined);
  parser.on("data", (row: string[]) => rows.push(row));
  parser.on("error", (error: ParserError) => ended.reject(mistakeOf(error)));
  parser.on("end", () => ended.resolve());

  function decode(bytes: ArrayBuffer, isLast: boolean): string {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw new FileMistake("The file is not in UTF-8. Save it as “CSV UTF-8”, then choose it again.");
    }
  }

  function* taken(): Generator<string[]> {
    const [first] = rows;
    if (isFirst && first && first.length > mostColumns)
      throw new FileMistake(
        `The first line has ${formatCount(first.length, "column")}. A file may have ${mostColumns}. Remove those that the template does not need.`,
      );
    if (first) isFirst = false;
    const all = rows;
    rows = [];
    yield* all;
  }

  for (let at = 0; at < file.size; at += pieceBytes) {
    const text = decode(await file.slice(at, at + pieceBytes).arrayBuffer(), at + pieceBytes >= file.size);
    if (text !== "") await Promise.race([new Promise<void>((done) => parser.write(text, () => done())), ended.promise]);
    yield* taken();
  }
  parser.end();
  await ended.promise;
  yield* taken();
}
