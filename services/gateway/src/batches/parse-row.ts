import { isProblem, Problem, type ProblemDetail } from "@platen/contracts";
import { batchRow, type RowNotes } from "@platen/contracts/internal";
import { parseValue } from "@platen/http/check-request";
import { parseJson, type SentJson } from "@platen/http/parse-json";
import type { z } from "zod";

/** A row as the catalog keeps it: its data as JSON, and what it says besides. */
export type Row = { data: Buffer; notes: RowNotes | null };

/** The problem of a row: it names the row, as its number in the batch and as the line of each mistake. */
export function problemOfRow(row: number, code: Problem["code"], mistakes: readonly ProblemDetail[]): Problem {
  const details = mistakes.map(({ path, column, message }) => ({
    path,
    line: row + 1,
    ...(column !== undefined && { column }),
    message,
  }));
  const [first] = details;
  const what = first?.path === "" || first === undefined ? "it" : `\`${first.path}\``;
  const others = details.length > 1 ? `; ${details.length - 1} more in \`details\`` : "";
  return new Problem(code, {
    message: `Row ${(row + 1).toLocaleString("en")}: ${what} ${first?.message ?? "is invalid"}${others}.`,
    details,
  });
}

/** Parses a line. `row` is the number of its row in the batch, from 0. */
export function parseRow(line: Uint8Array, row: number): Row {
  let json: SentJson;
  try {
    json = parseJson(line);
  } catch (error) {
    if (!isProblem(error)) throw error;
    const message =
      error.code === "request.malformed_json" ? "is not valid JSON" : "has too many values, names or levels";
    throw problemOfRow(row, error.code, [{ ...error.details?.[0], path: "", message }]);
  }
  const parsed = parseValue(batchRow, json.value);
  if ("details" in parsed) throw problemOfRow(row, "request.invalid", parsed.details);
  return toRow(parsed.value, json.data);
}

/** A row as the catalog keeps it. `sent` is its data as they came, if that is known. */
export function toRow({ data, ...notes }: z.output<typeof batchRow>, sent?: Uint8Array): Row {
  return {
    // A copy: the bytes that came are part of a larger piece.
    data: Buffer.from(sent ?? JSON.stringify(data)),
    notes: Object.values(notes).some((note) => note !== undefined) ? notes : null,
  };
}
