import type { SourcePosition, TemplateSource } from "../template-source.ts";

/** A rule by which the head rows of a table are rows like others. Only those of `table-header-group` are repeated. */
const rule = /\bthead\b[^{}]{0,500}\{[^{}]{0,2000}?\bdisplay\s*:\s*(?!table-header-group)[a-z-]+/gi;

/** The rule of a template that keeps head rows of tables from being repeated on further pages; undefined if none does. */
export function findUnrepeatedHeads({ html, css }: TemplateSource): SourcePosition | undefined {
  for (const [part, text] of [
    ["css", css],
    ["html", html],
  ] as const) {
    const [found] = text.matchAll(rule);
    if (found) return { part, offset: found.index };
  }
  return undefined;
}
