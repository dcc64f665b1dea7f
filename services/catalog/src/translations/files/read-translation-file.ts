import {
  findJsonObjectMistake,
  lineAndColumn,
  readTable,
  type ProblemDetail,
  type TranslationTable,
} from "@platen/contracts";
import { readCsv } from "./read-csv.ts";
import { readXliff } from "./read-xliff.ts";
import { FileMistake, type GivenFile } from "./translation-file.ts";

export type ReadFile = { table: TranslationTable; mistakes: ProblemDetail[] };

function readJson(content: string, locale: string | undefined): unknown {
  const mistake = findJsonObjectMistake(content);
  if (mistake) throw new FileMistake(mistake.message, lineAndColumn(content, mistake.offset));
  const value: unknown = JSON.parse(content);
  return locale === undefined ? value : { [locale]: value };
}

function read({ format, content, locale }: GivenFile): unknown {
  // Editors on Windows end lines with two characters, of which a text keeps the second.
  const text = content.replaceAll("\r\n", "\n");
  switch (format) {
    case "json":
      return readJson(text, locale);
    case "csv":
      return readCsv(text);
    case "xliff":
      return readXliff(text);
    default:
      return format satisfies never;
  }
}

/** Reads a file of translations, and lists all that a table cannot have. */
export function readTranslationFile(file: GivenFile): ReadFile {
  const mistakes: ProblemDetail[] = [];
  try {
    const table = readTable(read(file), "project", ({ path, message }) => {
      if (mistakes.length < 50) mistakes.push({ path: ["content", ...path].join("."), message });
    });
    return { table, mistakes };
  } catch (error) {
    if (!(error instanceof FileMistake)) throw error;
    const { line, column, message } = error;
    const place = { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
    return { table: {}, mistakes: [{ path: "content", ...place, message }] };
  }
}
