import type { ProblemDetail } from "@platen/contracts";
import { findForeignSyntax } from "@platen/mustache";
import { mustacheParts, type MustacheSource } from "./mustache-parts.ts";

function warningsOf(path: string, text: string): ProblemDetail[] {
  let line = 1;
  let lineStart = 0;
  // The findings come in the order of the text, so one pass counts its lines.
  return findForeignSyntax(text).map(({ offset, message }) => {
    for (let end = text.indexOf("\n", lineStart); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return { path, line, column: offset - lineStart + 1, message };
  });
}

/** Finds syntax of other template languages in a template. It is valid Mustache, but hardly what its author means. */
export function findForeignWarnings(source: MustacheSource): ProblemDetail[] {
  return mustacheParts(source).flatMap(({ path, text }) => warningsOf(path, text));
}
