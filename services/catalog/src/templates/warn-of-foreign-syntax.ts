import type { PageSettings, ProblemDetail } from "@platen/contracts";
import { findForeignSyntax } from "@platen/mustache";
import { mustacheParts } from "./mustache-parts.ts";

function warningsOf(path: string, text: string): ProblemDetail[] {
  let line = 1;
  let lineStart = 0;
  // They come in the order of the text, so its lines are counted once for all.
  return findForeignSyntax(text).map(({ offset, message }) => {
    for (let end = text.indexOf("\n", lineStart); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    return { path, line, column: offset - lineStart + 1, message };
  });
}

/** What an answer says of a template that looks as if written for another template language; nothing of any other. */
export function warnOfForeignSyntax(source: { html: string; settings: PageSettings }): { warnings?: ProblemDetail[] } {
  const warnings = mustacheParts(source).flatMap(({ path, text }) => warningsOf(path, text));
  return warnings.length === 0 ? {} : { warnings };
}
