import { pathsOf, isObject, type DataPath } from "@platen/template-source";
import { fieldKinds, kindOf, type FieldKind } from "../components/fields/field-kinds.ts";
import { wordsOf } from "../components/fields/field-name.ts";

/** The kinds of values that one input takes. */
export type PlainKind = Exclude<FieldKind, "list" | "group">;

/** A column of a list: where each item has the value. An empty path is the item itself. */
export type SheetColumn = { path: readonly string[]; label: string; kind: PlainKind };

/** A field of the form. A list whose items have lists of their own is a form for each item; any other is a sheet. */
export type FormField = { name: string; label: string } & (
  | { kind: PlainKind }
  | { kind: "group"; fields: readonly FormField[] }
  | { kind: "sheet"; columns: readonly SheetColumn[] }
  | { kind: "forms"; fields: readonly FormField[] }
);

type ListField = Extract<FormField, { kind: "sheet" | "forms" }>;

/** The fields of data, by an example of the data. The fields named in `omitted` are left out: Platen calculates them. */
export function fieldsOf(example: Record<string, unknown>, omitted: readonly string[] = []): FormField[] {
  return pathsOf(example)
    .filter(({ name }) => !omitted.includes(name))
    .map((path) => fieldOf(path));
}

function fieldOf({ name, value, children }: DataPath): FormField {
  const label = wordsOf(name) || name;
  const kind = kindOf(value, name);
  if (kind === "group") return { name, label, kind, fields: children.map((child) => fieldOf(child)) };
  if (kind === "list") return listOf(name, label, children);
  return { name, label, kind };
}

function listOf(name: string, label: string, items: readonly DataPath[]): FormField {
  const [only] = items;
  const fields = only?.name === "*" ? [{ ...fieldOf(only), label }] : items.map((item) => fieldOf(item));
  if (only?.name === "*") {
    const [item] = fields;
    if (item && isPlain(item)) return { name, label, kind: "sheet", columns: [{ path: [], label, kind: item.kind }] };
    return { name, label, kind: "sheet", columns: [] };
  }
  const columns = columnsOf(fields);
  return columns ? { name, label, kind: "sheet", columns } : { name, label, kind: "forms", fields };
}

function isPlain(field: FormField): field is { name: string; label: string; kind: PlainKind } {
  return field.kind !== "group" && field.kind !== "sheet" && field.kind !== "forms";
}

/** The fields as columns; undefined if one of them is a list. Those of a group follow one another. */
function columnsOf(fields: readonly FormField[], around: readonly string[] = []): SheetColumn[] | undefined {
  const columns: SheetColumn[] = [];
  for (const field of fields) {
    const path = [...around, field.name];
    if (field.kind === "group") {
      const inside = columnsOf(field.fields, path);
      if (!inside) return undefined;
      columns.push(...inside.map((column) => ({ ...column, label: `${field.label}: ${column.label}` })));
    } else if (isPlain(field)) columns.push({ path, label: field.label, kind: field.kind });
    else return undefined;
  }
  return columns;
}

/**
 * The fields with the kinds that they had before: a number that a person deletes to write another stays a number, and a list
 * without rows keeps its columns.
 */
export function keepKinds(before: readonly FormField[], fields: readonly FormField[]): FormField[] {
  return fields.map((field) => {
    const known = before.find(({ name }) => name === field.name);
    return known ? kept(known, field) : field;
  });
}

function kept(known: FormField, field: FormField): FormField {
  if (field.kind === "text" && isPlain(known)) return { ...field, kind: known.kind };
  if (field.kind === "group" && known.kind === "group")
    return { ...field, fields: keepKinds(known.fields, field.fields) };
  if (isList(field) && isList(known) && sizeOf(field) === 0) return known;
  if (field.kind === "forms" && known.kind === "forms")
    return { ...field, fields: keepKinds(known.fields, field.fields) };
  if (field.kind !== "sheet" || known.kind !== "sheet") return field;
  const columns = field.columns.map((column) => {
    const same = known.columns.find(({ path }) => path.join("\n") === column.path.join("\n"));
    return same && column.kind === "text" ? { ...column, kind: same.kind } : column;
  });
  return { ...field, columns };
}

const isList = (field: FormField): field is ListField => field.kind === "sheet" || field.kind === "forms";
const sizeOf = (field: ListField) => (field.kind === "sheet" ? field.columns : field.fields).length;

/** The value at a path of objects; undefined without one. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) => (isObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined),
    value,
  );
}

/** The value with another one at a path of objects. */
export function withValue(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next;
  const object = isObject(value) ? value : {};
  return { ...object, [name]: withValue(valueAt(object, [name]), rest, next) };
}

/** What a field of a new row holds. A number is not zero before a person writes it. */
function emptyOf(kind: PlainKind): unknown {
  return kind === "number" || kind === "money" ? null : fieldKinds[kind].empty();
}

/** A row without values. */
export function emptyRow(columns: readonly SheetColumn[]): unknown {
  return columns.reduce<unknown>(
    (row, { path, kind }) => withValue(row, path, emptyOf(kind)),
    columns[0]?.path.length === 0 ? "" : {},
  );
}

/** An item without values. */
export function emptyItem(fields: readonly FormField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === "group" ? emptyItem(field.fields) : isPlain(field) ? emptyOf(field.kind) : [],
    ]),
  );
}

/** The mistake in a value, as a sentence; undefined without one. */
export function mistakeIn(kind: PlainKind, value: unknown): string | undefined {
  const isNumber = kind === "number" || kind === "money";
  return isNumber && typeof value === "string" && value.trim() !== "" ? "Write a number, such as 1234.50." : undefined;
}

/** The number of fields whose values are not of their kinds. */
export function countMistakes(fields: readonly FormField[], value: unknown): number {
  const counts = fields.map((field) => {
    const own = valueAt(value, [field.name]);
    if (field.kind === "group") return countMistakes(field.fields, own);
    if (isPlain(field)) return mistakeIn(field.kind, own) === undefined ? 0 : 1;
    const items: unknown[] = Array.isArray(own) ? own : [];
    const inItem = (item: unknown) =>
      field.kind === "forms"
        ? countMistakes(field.fields, item)
        : field.columns.filter(({ path, kind }) => mistakeIn(kind, valueAt(item, path)) !== undefined).length;
    return items.reduce<number>((sum, item) => sum + inItem(item), 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
