import { ExactNumber, parseExactJson } from "@platen/contracts/exact-json";
import { valueOfText, type ColumnTarget, type FixedValue } from "./column-mapping.ts";
import { listIn } from "./row-data.ts";
import type { TemplateField, TemplateFields, ValueKind } from "./template-fields.ts";

/** What all documents get for a field that no column fills. Without a choice they get no value, and each has a warning. */
export type FieldChoice = { is: "empty" } | { is: "fixed"; text: string };
/** The choices by the paths of their fields. */
export type FieldChoices = Readonly<Record<string, FieldChoice>>;

const isWithin = (path: string, other: string) => path.startsWith(`${other}.`);

/** The fields of a template that no column fills, not even in part. */
export function unfilledFields(fields: TemplateFields, targets: readonly ColumnTarget[]): TemplateFields {
  const filled = targets.flatMap(({ path }) => (path === "" ? [] : [path]));
  const paths = [...fields.keys()];
  const hasColumns = (list: string) => filled.some((path) => listIn(path)?.list === list);
  return new Map(
    [...fields].filter(
      ([path]) =>
        // A list without a column is named, or the fields that the columns of its items lack.
        hasColumns(listIn(path)?.list ?? path) === (listIn(path) !== undefined) &&
        !filled.some((other) => other === path || isWithin(path, other) || isWithin(other, path)) &&
        // One data set has a text where another has fields.
        !paths.some((other) => isWithin(other, path)),
    ),
  );
}

/** The value that the sample data have, as the text of a fixed value. */
export function sampleText({ kind, sample }: TemplateField): string {
  if (kind === "list") return JSON.stringify(sample, null, 2);
  if (typeof sample === "boolean") return sample ? "yes" : "no";
  if (typeof sample === "number" || sample instanceof ExactNumber) return String(sample);
  return typeof sample === "string" ? sample : "";
}

function listOf(text: string): unknown[] | null {
  try {
    const value = parseExactJson(text);
    return Array.isArray(value) ? value : null;
  } catch {
    // What a person is still writing is no JSON yet.
    return null;
  }
}

const advice: Readonly<Record<TemplateField["kind"], string>> = {
  text: "Write a text.",
  number: "Write a number such as 1234.5.",
  comma: "Write a number such as 1234,5.",
  date: "Write a date such as 2026-11-30.",
  boolean: "Write yes or no.",
  list: 'Write a list in JSON, such as [{ "name": "Ada" }].',
};

/** A number may have either decimal sign: a person writes it once, and no file says how. */
function kindOfText(kind: ValueKind, text: string): ValueKind {
  return kind === "number" && text.includes(",") ? "comma" : kind;
}

/** The values that all documents get for fields without a column, and the mistakes in them by the paths. */
export function fixedValues(
  unfilled: TemplateFields,
  choices: FieldChoices,
): { values: readonly FixedValue[]; mistakes: ReadonlyMap<string, string> } {
  const values: FixedValue[] = [];
  const mistakes = new Map<string, string>();
  for (const [path, { kind }] of unfilled) {
    const choice = choices[path];
    if (choice === undefined) continue;
    if (choice.is === "empty") {
      values.push({ path, value: kind === "list" ? [] : "" });
      continue;
    }
    const value =
      kind === "list" ? listOf(choice.text) : valueOfText(choice.text, kindOfText(kind, choice.text.trim()));
    if (value === null || (kind === "date" && value === "")) mistakes.set(path, advice[kind]);
    else values.push({ path, value });
  }
  return { values, mistakes };
}
