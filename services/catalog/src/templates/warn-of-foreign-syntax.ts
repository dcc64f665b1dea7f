import type { PageSettings, ProblemDetail } from "@platen/contracts";
import { findForeignSyntax } from "@platen/mustache";
import { mustacheParts } from "./mustache-parts.ts";

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

/** The warnings about syntax of other template languages in a template; an empty object if there are none. */
export function warnOfForeignSyntax(source: { html: string; settings: PageSettings }): { warnings?: ProblemDetail[] } {
  const warnings = mustacheParts(source).flatMap(({ path, text }) => warningsOf(path, text));
  return warnings.length === 0 ? {} : { warnings };
}
