import { dataIssue, partOfField, type CalculatedField } from "@platen/contracts";
import { calculateFields, readCalculatedFields } from "@platen/formats";
import { isMustacheError } from "@platen/mustache";

export type CalculatedData = {
  /** The data with the values of the calculated fields, as they fill the template. */
  filled: Record<string, unknown>;
  /** Why a field has no value, or another one than the data, by its name. */
  notes: ReadonlyMap<string, string>;
};

const noNotes: ReadonlyMap<string, string> = new Map();

/** Adds calculated fields to data. A field whose formula has a mistake has no value. */
export function calculateData(
  data: Record<string, unknown>,
  calculated: readonly CalculatedField[] | undefined,
): CalculatedData {
  if (!calculated || calculated.length === 0) return { filled: data, notes: noNotes };
  try {
    const { values, issues, replaced } = calculateFields(readCalculatedFields(calculated).fields, data);
    const found = [...replaced.map((name) => ({ name, kind: "replaced" as const, path: name })), ...issues];
    const notes = found.map(({ name, kind, path }) => {
      const { message } = dataIssue({ kind, path, part: partOfField(name), count: 1 });
      return [name, message] as const;
    });
    return { filled: { ...data, ...values }, notes: new Map(notes) };
  } catch (error) {
    if (!isMustacheError(error)) throw error;
    return { filled: data, notes: new Map(calculated.map(({ name }) => [name, error.message])) };
  }
}
