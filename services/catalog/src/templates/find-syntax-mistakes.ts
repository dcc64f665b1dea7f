import { lineAndColumn, type ProblemDetail } from "@platen/contracts";
import { findExpressionMistakes } from "@platen/formats";
import { findSyntaxMistake } from "@platen/mustache";
import { mustacheParts, type MustacheSource } from "./mustache-parts.ts";

/**
 * Finds the first mistake in each part of a template that is not valid Mustache. In a part that is, it finds the formats
 * that no data can make right.
 */
export function findSyntaxMistakes({ html, settings, dialect, keys }: MustacheSource): ProblemDetail[] {
  return mustacheParts({ html, settings }).flatMap(({ path, text }): ProblemDetail[] => {
    const mistake = findSyntaxMistake(text, { dialect });
    const mistakes = mistake
      ? [mistake]
      : dialect === 1
        ? []
        : findExpressionMistakes(text, { currency: settings.currency, keys });
    return mistakes.map(({ offset, message }) => ({ path, ...lineAndColumn(text, offset), message }));
  });
}
