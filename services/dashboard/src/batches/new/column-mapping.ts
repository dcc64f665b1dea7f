import type { BatchRow } from "@platen/client/rows";
import { CsvMistake, type Separator } from "./read-csv.ts";
import type { ValueKind } from "./template-fields.ts";

/** What becomes of a column: the field that it fills, as a dotted path; empty if it is left out. */
export type ColumnTarget = { header: string; path: string; kind: ValueKind };

/** How the columns of a file become rows. `reference` is the number of a column, from 0. */
export type Mapping = { targets: readonly ColumnTarget[]; reference: number | undefined };

const pathForm = /^[^.\p{Cc}]{1,100}(?:\.[^.\p{Cc}]{1,100}){0,19}$/u;
const longestReference = 200;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
const lastName = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** The field that has the name of a column: its path, or its last name if no other field ends with it. */
function fieldFor(header: string, fields: readonly string[]): string | undefined {
  const exact = fields.find((path) => path === header) ?? fields.find((path) => plain(path) === plain(header));
  if (exact !== undefined) return exact;
  const alike = fields.filter((path) => plain(lastName(path)) === plain(header));
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * Proposes a field for each column. Without any known field, a column fills the field of its own name. Files that separate
 * values by semicolons come from places where a comma is the decimal sign.
 */
export function proposeTargets(
  headers: readonly string[],
  fields: ReadonlyMap<string, ValueKind>,
  separator: Separator,
): ColumnTarget[] {
  const free = new Set(fields.keys());
  return headers.map((header) => {
    const own = fields.size === 0 && pathForm.test(header) ? header : "";
    const path = fieldFor(header, [...free]) ?? own;
    free.delete(path);
    return { header, path, kind: kindFor(path, fields, separator) };
  });
}

/** How a column fills a field. */
export function kindFor(path: string, fields: ReadonlyMap<string, ValueKind>, separator: Separator): ValueKind {
  const kind = fields.get(path) ?? "text";
  return kind === "number" && separator === ";" ? "comma" : kind;
}

/** The mistakes in the fields of a mapping, by the number of the column. */
export function mappingMistakes(targets: readonly ColumnTarget[]): ReadonlyMap<number, string> {
  const mistakes = new Map<number, string>();
  const paths = targets.map(({ path }) => path);
  for (const [index, path] of paths.entries()) {
    if (path === "") continue;
    const earlier = paths.slice(0, index);
    if (!pathForm.test(path)) mistakes.set(index, "Write names joined by dots, such as customer.name.");
    else if (earlier.includes(path)) mistakes.set(index, "Another column fills this field.");
    else if (paths.some((other) => other.startsWith(`${path}.`)))
      mistakes.set(index, "Other columns fill fields inside of this one.");
  }
  return mistakes;
}

const booleans = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

const numberForms: Readonly<Record<"number" | "comma", RegExp>> = {
  number: /^-?\d+(?:\.\d+)?$/,
  comma: /^-?\d+(?:,\d+)?$/,
};
const kindNames: Readonly<Record<ValueKind, string>> = {
  text: "text",
  number: "a number such as 1234.5",
  comma: "a number such as 1234,5",
  boolean: "yes or no",
};
/** More digits do not fit into a number. */
const mostDigits = 15;

/** The value of a cell; null if the cell is not of this kind. */
function valueOf(cell: string, kind: ValueKind): string | number | boolean | null {
  if (kind === "text") return cell;
  const text = cell.trim();
  if (kind === "boolean") return booleans.get(text.toLowerCase()) ?? null;
  if (!numberForms[kind].test(text) || text.replaceAll(/\D/g, "").length > mostDigits) return null;
  return Number(text.replace(",", "."));
}

type Data = { [name: string]: string | number | boolean | Data };
/** Without a prototype, so that every name is one of the data. The type of `Object.create` says nothing. */
const emptyData = (): Data => Object.create(null) as Data;

/** Puts a value to its path. No path leads into the value of another: {@link mappingMistakes}. */
function put(data: Data, path: string, value: string | number | boolean): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let inside = data;
  for (const name of names) {
    const known = inside[name];
    const next = typeof known === "object" ? known : emptyData();
    inside[name] = next;
    inside = next;
  }
  inside[last] = value;
}

/** Makes a row of the cells of a line. `row` is its number from 1, for {@link CsvMistake}. */
export function rowOf(cells: readonly string[], { targets, reference }: Mapping, row: number): BatchRow {
  const data = emptyData();
  for (const [index, { header, path, kind }] of targets.entries()) {
    const cell = cells[index] ?? "";
    // An empty cell is an empty text, and no number.
    if (path === "" || (kind !== "text" && cell.trim() === "")) continue;
    const value = valueOf(cell, kind);
    if (value === null) {
      const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
      throw new CsvMistake(
        `Row ${row.toLocaleString("en")}, column “${header}”: “${shown}” is not ${kindNames[kind]}. Mend the file, or take the column as text.`,
      );
    }
    put(data, path, value);
  }
  const name = reference === undefined ? "" : (cells[reference] ?? "").trim();
  if (name.length > longestReference)
    throw new CsvMistake(
      `Row ${row.toLocaleString("en")}: the reference has more than ${longestReference} characters. Choose another column.`,
    );
  return name === "" ? { data } : { data, reference: name };
}
