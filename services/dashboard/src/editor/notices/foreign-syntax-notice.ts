import { lineAndColumn } from "@platen/contracts";
import { findForeignSyntax } from "@platen/mustache";
import type { SourcePosition } from "../template-source.ts";

type Texts = { html: string; header: string; footer: string };

export type ForeignSyntaxNotice = {
  /** The message of the first tag, with its line and column. */
  text: string;
  position: SourcePosition;
  /** The messages of all tags that are found. */
  messages: readonly string[];
};

const parts = [
  { part: "html", name: "HTML" },
  { part: "header", name: "Header" },
  { part: "footer", name: "Footer" },
] as const;

/** Describes tags that look like another template language, except those whose message the author has hidden. */
export function foreignSyntaxNotice(texts: Texts, hidden: ReadonlySet<string>): ForeignSyntaxNotice | undefined {
  const found = parts.flatMap(({ part, name }) =>
    findForeignSyntax(texts[part]).flatMap(({ offset, message }) =>
      hidden.has(message) ? [] : [{ part, name, offset, message }],
    ),
  );
  const [first] = found;
  if (!first) return undefined;
  const { part, name, offset, message } = first;
  const { line, column } = lineAndColumn(texts[part], offset);
  const others = found.length === 1 ? "" : ` Code marks ${found.length - 1} more.`;
  return {
    text: `${name}, line ${line}, column ${column}: ${message}${others}`,
    position: { part, offset },
    messages: found.map((each) => each.message),
  };
}
