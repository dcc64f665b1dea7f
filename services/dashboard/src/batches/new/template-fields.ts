import type { DataSet } from "@platen/contracts";
import { ExactNumber, parseExactJson } from "@platen/contracts/exact-json";

/** How the text of a column becomes a value of the data. */
export type ValueKind = "text" | "number" | "comma" | "date" | "boolean";

/** A field of a template, by its sample data. A column has one value, so it cannot fill a list. */
export type TemplateField = { kind: ValueKind | "list"; sample: unknown };
/** The fields of a template by their dotted paths. */
export type TemplateFields = ReadonlyMap<string, TemplateField>;

const dateForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a text is a date in ISO 8601, of a day that there is. */
export function isDateText(text: string): boolean {
  if (!dateForm.test(text)) return false;
  const day = text.slice(0, 10);
  const date = new Date(day);
  // Some browsers take 31 February for a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function kindOf(value: unknown): TemplateField["kind"] {
  if (Array.isArray(value)) return "list";
  if (typeof value === "number" || value instanceof ExactNumber) return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" && isDateText(value) ? "date" : "text";
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

const deepest = 20;
const ofItem = "[]";
/** More items of a list show no more fields. */
const maxItems = 50;

function collect(value: unknown, path: string, depth: number, fields: Map<string, TemplateField>): void {
  if (isGroup(value)) {
    if (depth === deepest) return;
    for (const [name, member] of Object.entries(value)) {
      // A path could not tell such a name from two.
      if (!name.includes(".") && name !== "")
        collect(member, path === "" ? name : `${path}.${name}`, depth + 1, fields);
    }
    return;
  }
  if (path === "") return;
  if (!fields.has(path)) fields.set(path, { kind: kindOf(value), sample: value });
  // Rows that become one document fill the fields of the items. Those of lists inside of items no column can fill.
  if (Array.isArray(value) && !path.includes(ofItem))
    for (const item of value.slice(0, maxItems)) if (isGroup(item)) collect(item, path + ofItem, depth + 1, fields);
}

/** The fields of a template, by its sample data, without those that Platen calculates. */
export function templateFields(dataSets: readonly DataSet[], calculated: readonly string[] = []): TemplateFields {
  const fields = new Map<string, TemplateField>();
  for (const { json } of dataSets) collect(parseExactJson(json), "", 0, fields);
  for (const name of calculated) fields.delete(name);
  return fields;
}

/** The fields that a column can fill, and what their values are: also those of items, if several rows become a document. */
export function columnFields(fields: TemplateFields, hasItems: boolean): ReadonlyMap<string, ValueKind> {
  return new Map(
    [...fields].flatMap(([path, { kind }]) =>
      kind === "list" || (!hasItems && path.includes(ofItem)) ? [] : [[path, kind] as const],
    ),
  );
}
