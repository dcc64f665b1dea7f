import { lineAndColumn } from "@platen/contracts";
import { listLeftTags } from "@platen/library-import/left-tags";
import { findForeignSyntax } from "@platen/mustache";
import { changeOfText } from "../draft/change-of-text.ts";
import type { SourcePosition, TemplateSource } from "../template-source.ts";

export type TagTexts = { html: string; header: string; footer: string };
type Part = keyof TagTexts;

/** A tag of another template language, with what to do about it. */
export type TagToRewrite = {
  /** Such as `HTML, line 2, column 5`. */
  place: string;
  message: string;
  position: SourcePosition;
  /** Ends the tag without another one in its place; undefined for a tag that may be a name of the data. */
  settled?: SettledTag;
};

/** What prints the same as a tag, and is no tag of any language. */
export type SettledTag = { label: string; part: Part; start: number; written: string; text: string };

const parts = [
  { part: "html", name: "HTML" },
  { part: "header", name: "Header" },
  { part: "footer", name: "Footer" },
] as const;

/**
 * Lists the tags of other template languages: those that an import has left, and those that Mustache takes for a name or a
 * text. Data may have such a name, so the author can hide the message about it.
 */
export function tagsToRewrite(texts: TagTexts, hidden: ReadonlySet<string> = new Set()): TagToRewrite[] {
  return parts.flatMap(({ part, name }) => {
    const text = texts[part];
    const left = listLeftTags(text);
    const starts = new Set(left.map(({ start }) => start));
    const foreign = findForeignSyntax(text).filter(
      ({ offset, message }) => !starts.has(offset) && !hidden.has(message),
    );
    const placed = (offset: number) => {
      const { line, column } = lineAndColumn(text, offset);
      return { place: `${name}, line ${line}, column ${column}`, position: { part, offset } };
    };
    const found: TagToRewrite[] = [
      ...left.map(({ start, end, tag, asText }) => ({
        ...placed(start),
        message: `${tag} ${asText === undefined ? "prints nothing" : "prints as a text"}. ${adviceFor(tag)}`,
        settled: {
          label: asText === undefined ? "Remove" : "Keep as text",
          part,
          start,
          written: text.slice(start, end),
          text: asText ?? "",
        },
      })),
      ...foreign.map(({ offset, message }) => ({ ...placed(offset), message })),
    ];
    return found.toSorted((one, other) => one.position.offset - other.position.offset);
  });
}

function adviceFor(tag: string): string {
  return findForeignSyntax(tag.startsWith("{") ? tag : `{{${tag}}}`)[0]?.message ?? "Write a tag of Platen instead.";
}

/** The change that settles a tag; undefined if the tag is no longer where it was. */
export function settleTag(
  source: TemplateSource,
  { part, start, written, text }: SettledTag,
): Partial<TemplateSource> | undefined {
  const now = part === "html" ? source.html : (source.settings[part] ?? "");
  const end = start + written.length;
  if (now.slice(start, end) !== written) return undefined;
  return changeOfText(source, part, now.slice(0, start) + text + now.slice(end));
}
