import { isObject, parseObject } from "@platen/template-source";
import { nameOfWords, wordsOf } from "../../../components/fields/field-name.ts";
import { fieldKinds, kindOf, valueOfTyped, type FieldKind } from "../../../components/fields/field-kinds.ts";
import { readSheetText } from "../../../components/fields/sheet-text.ts";

/** A field that can be added: the steps to it, and its sample value. */
export type ProposedField = { steps: string[]; kind: FieldKind; value: unknown };

/** What a pasted text says: the fields of a document, and the items of a list if the text has rows below its head. */
export type PastedFields = { fields: ProposedField[]; items: Record<string, unknown>[] };

export const longestPaste = 200_000;
export const mostFields = 100;
const mostItems = 500;
const longestName = 100;

/** A picture that shows its place until the author has a better one. */
const placeholder =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='120' height='60'%3E%3Crect width='100%25' height='100%25' fill='%23ccd'/%3E%3C/svg%3E";

/** The steps that words lead to: `customer`, `name` for “Customer: Name” and for `customer.name`. */
export function stepsOfWords(words: string): string[] {
  return words
    .split(/[.:/]/)
    .map((part) => nameOfWords(part).slice(0, longestName))
    .filter((step) => step !== "");
}

/** A value that shows what a field of a kind is for. */
export function sampleOf(kind: FieldKind, name: string, today: string): unknown {
  if (kind === "text") return wordsOf(name);
  if (kind === "number") return 1;
  if (kind === "money") return 100;
  if (kind === "date") return today;
  if (kind === "picture") return placeholder;
  return kind === "boolean" ? true : fieldKinds[kind].empty();
}

/** The object with a sample value for each of several names. */
function sampleItem(fields: readonly ProposedField[]): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const { steps, value } of fields) put(item, steps, value);
  return item;
}

/** Sets a value in an object, with the groups around it. */
function put(item: Record<string, unknown>, steps: readonly string[], value: unknown): void {
  const [step = "", ...rest] = steps;
  if (rest.length === 0) item[step] = value;
  else {
    const known = Object.hasOwn(item, step) ? item[step] : undefined;
    const group = isObject(known) ? known : {};
    item[step] = group;
    put(group, rest, value);
  }
}

/** The sample value of a list or group with the columns or fields that a text names; of a list also with rows of a sheet. */
export function sampleWithFields(kind: "list" | "group", text: string, today: string): unknown {
  const { fields, items } = readPastedFields(text, today);
  if (kind === "group") return sampleItem(fields);
  if (items.length > 0) return items;
  return [fields.length > 0 ? sampleItem(fields) : { name: "First item" }];
}

/** Names that have digits which nothing counts. */
const isCode = (name: string) =>
  /\b(?:number|no|id|code|zip|post|postcode|phone|fax|year|iban|ref|reference)$/i.test(name);

/** The kind of a cell that a sheet shows. */
function kindOfCell(cell: string, name: string): FieldKind {
  const kind = kindOf(cell, name);
  if (kind !== "text") return kind;
  if (/^(?:yes|no|true|false)$/i.test(cell)) return "boolean";
  if (/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(cell) && valueOfTyped("date", cell) !== undefined) return "date";
  const isName = isCode(name) || /^[+-]?0\d|\d{16}/.test(cell);
  if (isName || valueOfTyped("number", cell) === undefined) return "text";
  return /\p{Sc}|[A-Z]{3}/u.test(cell) ? "money" : kindOf(1, name);
}

/** The kind of a column: that of all its cells, or text if they differ. */
function kindOfColumn(cells: readonly string[], name: string): FieldKind {
  const [first, ...others] = new Set(cells.filter((cell) => cell !== "").map((cell) => kindOfCell(cell, name)));
  if (first === undefined) return kindOf("", name);
  const isMoney = [first, ...others].every((kind) => kind === "number" || kind === "money");
  return others.length === 0 ? first : isMoney ? "money" : "text";
}

function valueOfCell(kind: FieldKind, cell: string): unknown {
  if (kind === "list" || kind === "group") return cell;
  return cell === "" && (kind === "number" || kind === "money") ? undefined : valueOfTyped(kind, cell);
}

/** Fields that have no sample value of their own. */
function fieldsOfNames(names: readonly string[], today: string): ProposedField[] {
  return names.flatMap((words): ProposedField[] => {
    const steps = stepsOfWords(words);
    const name = steps.at(-1);
    if (name === undefined) return [];
    const named = kindOf(undefined, name);
    const kind = named === "list" || named === "group" ? "text" : named;
    return [{ steps, kind, value: sampleOf(kind, name, today) }];
  });
}

/** The fields of a sheet by its head, with the values of the first row; and each row as an item. */
function fieldsOfSheet([head = [], ...rows]: readonly string[][]): PastedFields {
  const columns = head.flatMap((words, index) => {
    const steps = stepsOfWords(words);
    const cells = rows.map((row) => row[index] ?? "");
    return steps.length === 0 ? [] : [{ steps, cells, kind: kindOfColumn(cells, steps.at(-1) ?? "") }];
  });
  const valueIn = ({ kind, cells }: (typeof columns)[number], row: number) => valueOfCell(kind, cells[row] ?? "");
  const items = rows.slice(0, mostItems).map((_row, row) => {
    const item: Record<string, unknown> = {};
    for (const column of columns) {
      const value = valueIn(column, row);
      if (value !== undefined) put(item, column.steps, value);
    }
    return item;
  });
  const fields = columns.map((column) => ({
    steps: column.steps,
    kind: column.kind,
    value: valueIn(column, 0) ?? fieldKinds[column.kind].empty(),
  }));
  return { fields, items };
}

/** Two fields of one name would be one; the first counts. */
function withoutTwins(fields: readonly ProposedField[]): ProposedField[] {
  const seen = new Set<string>();
  return fields.filter(({ steps }) => {
    const key = steps.join("\n");
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Reads fields from a pasted text: JSON, a list of names, or rows of a spreadsheet, of which the first names the columns and
 * the second gives the samples.
 */
export function readPastedFields(text: string, today: string): PastedFields {
  const trimmed = text.trim().slice(0, longestPaste);
  if (trimmed === "") return { fields: [], items: [] };
  const json = /^[{[]/.test(trimmed)
    ? parseObject(trimmed.startsWith("[") ? `{"items":${trimmed}}` : trimmed)
    : undefined;
  if (json) {
    const fields = Object.entries(json).map(([name, value]) => ({ steps: [name], kind: kindOf(value, name), value }));
    return { fields: fields.slice(0, mostFields), items: [] };
  }
  const rows = readSheetText(text.slice(0, longestPaste));
  const isList = rows.length === 1 || rows.every((row) => row.length === 1);
  const found = isList ? { fields: fieldsOfNames(rows.flat(), today), items: [] } : fieldsOfSheet(rows);
  return { ...found, fields: withoutTwins(found.fields).slice(0, mostFields) };
}
