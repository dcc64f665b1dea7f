import type { DataSet } from "@platen/contracts";

/** How the text of a column becomes a value of the data. */
export type ValueKind = "text" | "number" | "comma" | "date" | "boolean";

const dateForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a text is a date in ISO 8601, of a day that there is. */
export function isDateText(text: string): boolean {
  if (!dateForm.test(text)) return false;
  const day = text.slice(0, 10);
  const date = new Date(day);
  // Some browsers take 31 February for a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function kindOf(value: unknown): ValueKind {
  if (typeof value === "number" || typeof value === "boolean") return typeof value === "number" ? "number" : "boolean";
  return typeof value === "string" && isDateText(value) ? "date" : "text";
}

const deepest = 20;

function collect(value: unknown, path: string, depth: number, fields: Map<string, ValueKind>): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    if (depth === deepest) return;
    for (const [name, member] of Object.entries(value)) {
      // A path could not tell such a name from two.
      if (!name.includes(".") && name !== "")
        collect(member, path === "" ? name : `${path}.${name}`, depth + 1, fields);
    }
    return;
  }
  // A column has one value, so it cannot fill a list.
  if (Array.isArray(value) || path === "" || fields.has(path)) return;
  fields.set(path, kindOf(value));
}

/** The fields of a template that a column can fill, by its sample data: dotted paths, and what their values are. */
export function templateFields(dataSets: readonly DataSet[]): ReadonlyMap<string, ValueKind> {
  const fields = new Map<string, ValueKind>();
  for (const { json } of dataSets) collect(JSON.parse(json), "", 0, fields);
  return fields;
}
