import { isObject, parseObject } from "@platen/template-source";

export type FailedRow = { row: number; reference: string | null; data: string; message: string };
type Line = ReadonlyMap<string, string>;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The values of an object by their dotted paths, as New batch reads them, and its lists of objects. */
function flatten(
  data: Record<string, unknown>,
  around = "",
): { values: [string, string][]; lists: [string, object[]][] } {
  const parts = Object.entries(data).map(([name, value]) => {
    const path = `${around}${name}`;
    if (isObject(value)) return flatten(value, `${path}.`);
    if (Array.isArray(value) && value.length > 0 && value.every(isObject))
      return { values: [], lists: [[path, value] as [string, object[]]] };
    return { values: [[path, textOf(value)] as [string, string]], lists: [] };
  });
  return { values: parts.flatMap(({ values }) => values), lists: parts.flatMap(({ lists }) => lists) };
}

/** The fields of an item. A list in it is one cell, in JSON. */
function itemCells(path: string, item: object): [string, string][] {
  const { values, lists } = flatten({ ...item });
  return [...values, ...lists.map(([name, list]): [string, string] => [name, JSON.stringify(list)])].map(
    ([name, text]) => [`${path}[].${name}`, text],
  );
}

/** The lines of a row: as many as its longest list has items. */
function linesOf({ data, reference, message }: FailedRow): Line[] {
  const { values, lists } = flatten(parseObject(data) ?? {});
  const count = Math.max(1, ...lists.map(([, items]) => items.length));
  return Array.from({ length: count }, (_, index) => {
    const ofItems = lists.flatMap(([path, items]) => {
      const item = items[index];
      return item ? itemCells(path, item) : [];
    });
    const own: [string, string][] = reference === null ? [] : [["reference", reference]];
    return new Map([...own, ...values, ...ofItems, ["error", message]]);
  });
}

const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Failed rows as a CSV file that a spreadsheet program opens and New batch reads again: a column for each field, and why the row
 * has failed. A field of the template that no row has, and that a reason names, has a column too: a person fills it there. A column
 * has the head that `heads` gives to its field, or the name of the field.
 */
export function failedRowsCsv(
  rows: readonly FailedRow[],
  fields: readonly string[] = [],
  heads: ReadonlyMap<string, string> = new Map(),
): string {
  const lines = rows.flatMap((row) => linesOf(row));
  const named = fields.filter((field) => rows.some(({ message }) => message.includes(`"${field}"`)));
  const own = lines.flatMap((line) => [...line.keys()].filter((name) => name !== "error"));
  const columns = [...new Set([...own, ...named]), "error"];
  const written = [
    columns.map((name) => heads.get(name) ?? name),
    ...lines.map((line) => columns.map((name) => line.get(name) ?? "")),
  ];
  // The mark tells spreadsheet programs that the file is in UTF-8.
  return `\u{FEFF}${written.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}
