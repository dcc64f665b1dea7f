import { Problem, type PageSettings, type ProblemDetail } from "@platen/contracts";
import { findSyntaxMistake } from "@platen/mustache";

/** Line and column of a character, both from 1. */
function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `${line}:${offset - before.lastIndexOf("\n")}`;
}

/** Refuses a template whose Mustache does not parse, saying where in each of its parts. */
export function checkSyntax({ html, settings }: { html: string; settings: PageSettings }): void {
  const parts = { html, "settings.header": settings.header, "settings.footer": settings.footer };
  const details = Object.entries(parts).flatMap(([path, text]): ProblemDetail[] => {
    const mistake = text === undefined ? undefined : findSyntaxMistake(text);
    return mistake && text !== undefined
      ? [{ path: `${path}:${placeOf(text, mistake.offset)}`, message: mistake.message }]
      : [];
  });
  const [first] = details;
  if (first) throw new Problem("template.syntax_invalid", { message: `${first.path}: ${first.message}`, details });
}
