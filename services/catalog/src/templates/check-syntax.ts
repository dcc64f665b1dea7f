import { lineAndColumn, Problem, type PageSettings, type ProblemDetail } from "@platen/contracts";
import { findSyntaxMistake } from "@platen/mustache";

/** Refuses a template whose Mustache does not parse, saying where in each of its parts. */
export function checkSyntax({ html, settings }: { html: string; settings: PageSettings }): void {
  const parts = { html, "settings.header": settings.header, "settings.footer": settings.footer };
  const details = Object.entries(parts).flatMap(([path, text]): ProblemDetail[] => {
    const mistake = text === undefined ? undefined : findSyntaxMistake(text);
    return mistake && text !== undefined
      ? [{ path, ...lineAndColumn(text, mistake.offset), message: mistake.message }]
      : [];
  });
  const [first] = details;
  if (!first) return;
  const message = `${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
  throw new Problem("template.syntax_invalid", { message, details });
}
