import { lineAndColumn, Problem } from "@platen/contracts";
import { findExpressionMistakes } from "@platen/formats";
import { findSyntaxMistake } from "@platen/mustache";

/** Refuses a template of file names that no data can fill. `currency` is that of the documents. */
export function refuseWrongPattern(pattern: string, currency: string | undefined): void {
  const mistake = findSyntaxMistake(pattern);
  const mistakes = mistake ? [mistake] : findExpressionMistakes(pattern, { currency });
  const details = mistakes.map(({ offset, message }) => ({
    path: "filename",
    ...lineAndColumn(pattern, offset),
    message,
  }));
  const [first] = details;
  if (!first) return;
  const message = `\`filename\` is not a valid template. Column ${first.column}: ${first.message}`;
  throw new Problem("template.syntax_invalid", { message, details });
}
