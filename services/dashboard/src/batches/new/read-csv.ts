import { parse } from "csv-parse/browser/esm";
import { formatCount } from "../../ui/format.ts";
import { FileMistake } from "./file-mistake.ts";
import { maxColumns } from "./max-columns.ts";

/** Small enough that a piece is parsed between two frames. */
const pieceBytes = 128 * 1024;
const longestRow = 1_000_000;

type Separator = "," | ";" | "\t" | "|";
const separators: readonly Separator[] = [",", ";", "\t"];
/** A first line that names the separator, for spreadsheet programs. */
const separatorLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;
const markOfUtf8 = [0xef, 0xbb, 0xbf];

/** The cells of a line, and its number in a spreadsheet program that opens the file. */
export type CsvLine = { row: number; cells: string[] };

type Parsed = { record: string[]; info: { records: number; empty_lines: number } };

/** How a CSV file separates values, and at which byte its lines begin. */
export type CsvStart = { separator: Separator; at: number };

/** Finds the separator of a file, by its first line. */
export async function startOf(file: Blob): Promise<CsvStart> {
  const head = file.slice(0, pieceBytes);
  // It drops the mark of UTF-8.
  const text = await head.text();
  const [named, told] = separatorLine.exec(text) ?? [];
  const separator = separators.find((each) => each === told) ?? (told === "|" ? told : undefined);
  if (named !== undefined && separator !== undefined) {
    const bytes = new Uint8Array(await head.slice(0, markOfUtf8.length).arrayBuffer());
    const marked = markOfUtf8.every((byte, index) => bytes[index] === byte);
    return { separator, at: named.length + (marked ? markOfUtf8.length : 0) };
  }
  const lines = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]+/);
  const line = lines.find((each) => each.trim() !== "") ?? "";
  const columns = (each: Separator) => line.split(each).length;
  return { separator: separators.reduce((best, each) => (columns(each) > columns(best) ? each : best)), at: 0 };
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
export async function* readCsv(file: Blob, { separator, at: start }: CsvStart): AsyncGenerator<CsvLine> {
  // It drops the mark that some programs write at the beginning.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = parse({
    delimiter: separator,
    max_record_size: longestRow,
    // Programs that add lines to a file end them in their own way.
    record_delimiter: ["\r\n", "\n", "\r"],
    skip_empty_lines: true,
    info: true,
  });
  let rows: CsvLine[] = [];
  let isFirst = true;
  let isEmpty = true;
  const ended = Promise.withResolvers<void>();
  // It is awaited later.
  ended.promise.catch(() => undefined);
  // Lines of the file say another number: a value in quotation marks may have several.
  parser.on("data", ({ record, info }: Parsed) => rows.push({ row: info.records + info.empty_lines, cells: record }));
  parser.on("error", (error: ParserError) => ended.reject(mistakeOf(error)));
  parser.on("end", () => ended.resolve());

  function decode(bytes: ArrayBuffer, isLast: boolean): string {
    try {
      const text = decoder.decode(bytes, { stream: !isLast });
      // Half of the bytes of UTF-16 are zeros.
      if (!text.includes("\0")) return text;
    } catch {
      // Its bytes are in another encoding.
    }
    throw new FileMistake("The file is not in UTF-8. Save it as “CSV UTF-8”, then choose it again.");
  }

  function* taken(): Generator<CsvLine> {
    const [first] = rows;
    if (isFirst && first && first.cells.length > maxColumns)
      throw new FileMistake(
        `The first line has ${formatCount(first.cells.length, "column")}. A file may have ${maxColumns}. Remove those that the template does not need.`,
      );
    if (first) isFirst = false;
    const all = rows;
    rows = [];
    yield* all;
  }

  for (let at = start; at < file.size; at += pieceBytes) {
    const text = decode(await file.slice(at, at + pieceBytes).arrayBuffer(), at + pieceBytes >= file.size);
    if (text === "") continue;
    isEmpty = false;
    await Promise.race([new Promise<void>((done) => parser.write(text, () => done())), ended.promise]);
    yield* taken();
  }
  // The parser fails at the end of nothing.
  if (isEmpty) return;
  parser.end();
  await ended.promise;
  yield* taken();
}
