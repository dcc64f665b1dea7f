import { findSyntaxMistake } from "@platen/mustache";
import { placeAt, writtenText } from "../composed-text.ts";
import type { Messages } from "./messages.ts";
import { maxNesting, parsePart, type ParsedPart, type ParseOptions } from "./parse-part.ts";
import { unknownSnippet } from "./unknown-snippet.ts";

/** A snippet of a project, as far as composing needs it. */
export type SnippetText = { name: string; html: string; css: string };

export type SnippetLibrary = {
  /** At least the snippets that the texts use, and those that these use. */
  snippets: readonly SnippetText[];
  /** The names of all snippets of the project, for the advice about a name that none has. */
  names?: readonly string[];
};

/** Where the mistakes of a snippet's HTML are told. */
export const snippetPath = (name: string, field: "html" | "css") => `snippets.${name}.${field}`;

/** Parses texts with snippets, each snippet once, and notes their mistakes. */
export function createSnippetParts({ snippets, names = [] }: SnippetLibrary, mistakes: Messages) {
  const library = new Map(snippets.map((snippet) => [snippet.name, snippet]));
  const parts = new Map<string, ParsedPart | undefined>();
  const unknown = new Map<string, string>();

  function parse(path: string, text: string, options: ParseOptions = {}): ParsedPart | undefined {
    const mistake = findSyntaxMistake(text, { takesSnippets: true });
    if (mistake) {
      mistakes.add({ ...placeAt(writtenText(path, text), mistake.offset), message: mistake.message });
      return undefined;
    }
    const part = parsePart(path, text, options);
    if (part.tooDeep) {
      mistakes.add({ path, ...part.tooDeep, message: `Blocks can be nested at most ${maxNesting} deep.` });
    }
    return part;
  }

  function adviceFor(name: string): string {
    const advice = unknown.get(name) ?? (mistakes.isFull() ? "" : unknownSnippet(name, names));
    unknown.set(name, advice);
    return advice;
  }

  function partOf(name: string, { html }: SnippetText): ParsedPart | undefined {
    if (!parts.has(name)) parts.set(name, parse(snippetPath(name, "html"), html));
    return parts.get(name);
  }

  return { named: (name: string) => library.get(name), parse, partOf, adviceFor };
}
