import { lineAndColumn, type ProblemDetail } from "@platen/contracts";
import { findSyntaxMistake } from "@platen/mustache";
import { mustacheParts, type MustacheSource } from "./mustache-parts.ts";

/** Finds the first mistake in each part of a template that is not valid Mustache. */
export function findSyntaxMistakes(source: MustacheSource): ProblemDetail[] {
  return mustacheParts(source).flatMap(({ path, text }): ProblemDetail[] => {
    const mistake = findSyntaxMistake(text);
    return mistake ? [{ path, ...lineAndColumn(text, mistake.offset), message: mistake.message }] : [];
  });
}
