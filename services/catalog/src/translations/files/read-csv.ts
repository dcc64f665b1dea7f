import { CsvError, parse } from "csv-parse/sync";
import { unguardCell } from "./formula-cells.ts";
import { FileMistake } from "./translation-file.ts";

/** The separator that the first row uses: programs in some languages write a semicolon. */
function separatorOf(content: string): string {
  return /^\uFEFF?"?key"?([,;\t])/.exec(content.slice(0, 10))?.[1] ?? ",";
}

function rowsOf(content: string): string[][] {
  try {
    return parse(content, { bom: true, delimiter: separatorOf(content), skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: unknown };
    const line = typeof lines === "number" ? lines : undefined;
    const message =
      error.code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH" || error.code === "CSV_RECORD_INCONSISTENT_COLUMNS"
        ? "has a row with more or fewer cells than the first row"
        : "has a quote in the wrong place: put a cell with quotes, commas or line breaks into quotes, and double the quotes in it";
    throw new FileMistake(message, { line });
  }
}

/** Reads a table of translations: a row for each key, a column for each language. An empty cell is not translated. */
export function readCsv(content: string): Record<string, Record<string, string>> {
  const [head, ...rows] = rowsOf(content);
  const [first, ...languages] = head ?? [];
  if (first?.trim() !== "key" || languages.length === 0) {
    throw new FileMistake("must begin with the row key,en,de: the word key, then the languages", { line: 1 });
  }
  if (new Set(languages).size < languages.length) throw new FileMistake("has two columns of one language", { line: 1 });
  const seen = new Set<string>();
  const columns = languages.map(() => new Map<string, string>());
  for (const [key = "", ...cells] of rows.map((row) => row.map(unguardCell))) {
    if (seen.has(key)) throw new FileMistake(`has two rows of the key "${key.slice(0, 200)}"`);
    seen.add(key);
    for (const [index, cell] of cells.entries()) if (cell !== "") columns[index]?.set(key, cell);
  }
  return Object.fromEntries(
    languages.map((language, index) => [language.trim(), Object.fromEntries(columns[index] ?? [])]),
  );
}
