import { lineAndColumn } from "@platen/contracts";
import { findForeignSyntax } from "@platen/mustache";
import type { Place } from "../editor-context.ts";

type Texts = { html: string; header: string; footer: string };

/** What looks like another template language: the first place in words, and all messages. */
export type ForeignPlaces = { first: { text: string; place: Place }; messages: readonly string[] };

const parts = [
  { part: "html", name: "HTML" },
  { part: "header", name: "Header" },
  { part: "footer", name: "Footer" },
] as const;

/** Finds what looks like another template language, but for what its author does not want to be told of any more. */
export function findForeignPlaces(texts: Texts, hidden: ReadonlySet<string>): ForeignPlaces | undefined {
  const found = parts.flatMap(({ part, name }) =>
    findForeignSyntax(texts[part]).flatMap(({ offset, message }) =>
      hidden.has(message) ? [] : [{ part, name, offset, message }],
    ),
  );
  const [first] = found;
  if (!first) return undefined;
  const { part, name, offset, message } = first;
  const { line, column } = lineAndColumn(texts[part], offset);
  const others = found.length === 1 ? "" : ` The code marks ${found.length - 1} more.`;
  return {
    first: { text: `${name}, line ${line}, column ${column}: ${message}${others}`, place: { part, offset } },
    messages: found.map((each) => each.message),
  };
}
