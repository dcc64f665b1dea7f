import { explainForeignSection, sectionSubject, type OpenedSection } from "./foreign-section.ts";
import { findForeignStatements, type ForeignStatement } from "./foreign-statement.ts";
import { explainForeignValue } from "./foreign-value.ts";
import { listTags, type Tag } from "./list-tags.ts";
import { isExpression, subjectText } from "./read-expression.ts";
import { closesSection } from "./open-tags.ts";

/** Syntax of another template language: its character offset, the tag as written, and the advice what to write instead. */
export type ForeignSyntax = { offset: number; tag: string; message: string };

/** A template written for another language has more findings than an author would read. */
const maxFindings = 50;

function* findAll(source: string): Generator<ForeignSyntax> {
  const open: OpenedSection[] = [];
  let position = 0;
  for (const tag of listTags(source)) {
    yield* statementsBetween(source, position, tag.start);
    position = tag.end;
    const message = explain(tag, open);
    if (message !== undefined) yield { offset: tag.start, tag: source.slice(tag.start, tag.end), message };
  }
  yield* statementsBetween(source, position, source.length);
}

function* statementsBetween(source: string, from: number, to: number): Generator<ForeignStatement> {
  for (const found of findForeignStatements(source.slice(from, to))) yield { ...found, offset: found.offset + from };
}

function explain({ kind, name, expression }: Tag, open: OpenedSection[]): string | undefined {
  switch (kind) {
    case "section":
    case "inverted": {
      const section = { name, isInverted: kind === "inverted" };
      open.push(section);
      return expression ? undefined : explainForeignSection(section);
    }
    case "close": {
      const opened = open.at(-1)?.name;
      if (opened !== undefined && (closesSection(name, opened) || opened.startsWith(`${name} `))) open.pop();
      break;
    }
    case "variable":
    case "raw": {
      if (isExpression(name)) return undefined;
      const around = open.at(-1);
      return explainForeignValue(name, around && sectionSubject(subjectText(around.name)));
    }
    case "comment":
    case "delimiters":
    case "partial":
    case "layout":
    case "block":
      // All of these are Mustache. Their closing tags close no section here, because sections nest.
      break;
  }
  return undefined;
}

/**
 * Finds text that Mustache reads as a name or as plain text, but that Handlebars, Liquid and similar languages read as
 * syntax. Data may have such names, so these findings are not mistakes. Returns the first fifty.
 */
export function findForeignSyntax(source: string): ForeignSyntax[] {
  const found: ForeignSyntax[] = [];
  for (const each of findAll(source)) {
    found.push(each);
    if (found.length === maxFindings) break;
  }
  return found;
}
