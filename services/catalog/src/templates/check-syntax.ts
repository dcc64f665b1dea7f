import { lineAndColumn, Problem, type PageSettings, type ProblemDetail } from "@platen/contracts";
import { findSyntaxMistake } from "@platen/mustache";
import { mustacheParts } from "./mustache-parts.ts";

/** Refuses a template that is not valid Mustache, with the position of the first mistake in each part. */
export function checkSyntax(source: { html: string; settings: PageSettings }): void {
  const details = mustacheParts(source).flatMap(({ path, text }): ProblemDetail[] => {
    const mistake = findSyntaxMistake(text);
    return mistake ? [{ path, ...lineAndColumn(text, mistake.offset), message: mistake.message }] : [];
  });
  const [first] = details;
  if (!first) return;
  const message = `${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
  throw new Problem("template.syntax_invalid", { message, details });
}
