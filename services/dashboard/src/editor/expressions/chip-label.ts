import { isExpression } from "@platen/mustache";
import { readWritten } from "./written-expression.ts";

/** The text of a tag as a chip shows it: `total · money EUR`. */
export function chipLabel(name: string): string {
  const written = isExpression(name) ? readWritten(name) : undefined;
  if (!written) return name;
  return [written.subject, ...written.calls.map(({ start, end }) => name.slice(start, end))].join(" · ");
}
