import type { DataSet } from "@platen/contracts";

/** How the text of a column becomes a value of the data. */
export type ValueKind = "text" | "number" | "comma" | "boolean";

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
  fields.set(path, typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text");
}

/** The fields of a template that a column can fill, by its sample data: dotted paths, and what their values are. */
export function templateFields(dataSets: readonly DataSet[]): ReadonlyMap<string, ValueKind> {
  const fields = new Map<string, ValueKind>();
  for (const { json } of dataSets) collect(JSON.parse(json), "", 0, fields);
  return fields;
}
