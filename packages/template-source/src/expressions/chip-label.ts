import { isExpression } from "@platen/mustache";
import { textKeyOf } from "./text-key.ts";
import { readWritten } from "./written-expression.ts";

/** The text of a tag as a chip shows it: `total · money EUR`, or `Text “invoice.due”` for a text of translations. */
export function chipLabel(name: string): string {
  const written = isExpression(name) ? readWritten(name) : undefined;
  if (!written) return name;
  const key = textKeyOf({ ...written.expression, formats: [] });
  const subject = key === undefined ? written.subject : `Text “${key}”`;
  return [subject, ...written.calls.map(({ start, end }) => name.slice(start, end))].join(" · ");
}
