import {
  bindArguments,
  findFormat,
  isUsed,
  namesInFormula,
  namesInMessage,
  usedMessagesOf,
  usesMessages,
} from "@platen/formats";
import { closesSection, isExpression, listTags, readExpression, subjectText, type Expression } from "@platen/mustache";
import type { CalculatedField, TranslationTable } from "@platen/contracts";
import type { SnippetText } from "@platen/library";
import { findPath, type DataPath } from "./data-paths.ts";
import { isObject } from "./parse-object.ts";

/** The texts of a template that read its data, and those of others that it uses. */
export type FieldReaders = {
  texts: Readonly<Record<"html" | "header" | "footer", string>>;
  calculated: readonly CalculatedField[];
  /** The template's own texts by language and key. */
  messages: TranslationTable;
  /** The project's texts, which belong to all of its templates. */
  sharedMessages: TranslationTable;
  snippets: readonly SnippetText[];
};

/** Where a template reads a field. */
export type ReferenceSource =
  | { kind: "text"; part: keyof FieldReaders["texts"] }
  | { kind: "formula"; index: number }
  | { kind: "message"; locale: string; key: string }
  | { kind: "shared message"; locale: string; key: string }
  | { kind: "snippet"; name: string };

/** A name of the data as a text writes it, from its first character to the one after its last. */
export type FieldReference = {
  source: ReferenceSource;
  start: number;
  end: number;
  steps: readonly string[];
  /** What it means in the data; undefined for a name that the data lack, or that a format makes. */
  path: readonly string[] | undefined;
  /** Whether it means that in all data. */
  isSure: boolean;
};

/** The closing tag of a section, which repeats its opening tag. */
export type ClosingTag = {
  source: ReferenceSource;
  start: number;
  end: number;
  opened: { start: number; end: number };
};

export type References = { references: FieldReference[]; closings: ClosingTag[] };

/** What names mean inside a section: those of a path, or those that a format makes. Anything may be in an unknown one. */
type Scope =
  | { kind: "path"; path: readonly string[] }
  | { kind: "made"; names: readonly string[]; items: readonly string[] | undefined }
  | { kind: "unknown" };
type Scopes = readonly Scope[];

type Meaning = Pick<FieldReference, "path" | "isSure"> & { isMade?: boolean };

/** A snippet may use others, which lead to no end only in a mistake. */
const deepestSnippet = 8;

/** What data have: their paths, and the data themselves. */
export type KnownData = { paths: readonly DataPath[]; data: readonly unknown[] };

/** Whether all data, and all items of lists in them, have a path. */
function isAlways(data: readonly unknown[], path: readonly string[]): boolean {
  let values = data;
  for (const step of path) {
    if (step === "*") values = values.flatMap((value): unknown[] => (Array.isArray(value) ? value : []));
    else if (!values.every((value) => isObject(value) && Object.hasOwn(value, step))) return false;
    else values = values.map((value) => (isObject(value) ? value[step] : undefined));
  }
  return true;
}

/** What a name means, as Mustache looks it up: in the innermost scope that has all of its steps. */
function meaningOf({ paths, data }: KnownData, scopes: Scopes, steps: readonly string[]): Meaning {
  const [first = ""] = steps;
  if (first === "") {
    const last = scopes.at(-1);
    return { path: last?.kind === "path" ? last.path : undefined, isSure: last?.kind === "path" };
  }
  let isSure = true;
  let found: readonly string[] | undefined;
  for (const scope of scopes.toReversed()) {
    if (scope.kind === "unknown") isSure = false;
    else if (scope.kind === "made") {
      if (!scope.names.includes(first) || found) continue;
      return { path: first === "items" && steps.length === 1 ? scope.items : undefined, isSure, isMade: true };
    } else {
      const path = [...scope.path, ...steps];
      if (!findPath(paths, path)) continue;
      // Items without the name show that of the data around them.
      if (found) return { path: found, isSure: false };
      found = path;
      if (isAlways(data, path)) return { path, isSure };
    }
  }
  if (found) return { path: found, isSure };
  // The data have only the beginning of the name.
  for (let known = steps.length - 1; known > 0; known -= 1) {
    const around = scopes.findLast(
      (scope) => scope.kind === "path" && findPath(paths, [...scope.path, ...steps.slice(0, known)]),
    );
    if (around?.kind === "path") return { path: [...around.path, ...steps], isSure };
  }
  return { path: undefined, isSure };
}

const stepsOf = (name: string) => (name === "." ? [] : name.split("."));

/** What the tags inside a section of a plain value find besides what they found outside. */
function scopesInside({ paths }: KnownData, scopes: Scopes, path: readonly string[] | undefined): Scopes {
  if (!path) return scopes;
  if (path.at(-1) === "*" && scopes.some((scope) => scope.kind === "path" && scope.path === path)) return scopes;
  const kind = path.length === 0 ? "object" : findPath(paths, path)?.kind;
  if (kind === "list") return [...scopes, { kind: "path", path: [...path, "*"] }];
  return kind === "object" ? [...scopes, { kind: "path", path }] : scopes;
}

/** The results that bring no names into a section. */
const plainResults = new Set(["boolean", "number", "date", "text", "markup"]);

type TagWalk = { known: KnownData; scopes: Scopes; source: ReferenceSource; textStart: number };

/** The references of a tag with formats, and what names mean inside its section. */
function readTagExpression(
  text: string,
  expression: Expression,
  { known, scopes, source, textStart }: TagWalk,
): { references: FieldReference[]; inside: Scopes } {
  const references: FieldReference[] = [];
  const add = (at: number, written: string, steps: readonly string[], { isMade, ...meaning }: Meaning) => {
    if (isMade === true || steps.length === 0) return;
    const start = textStart + at;
    references.push({ source, start, end: start + written.length, steps, ...meaning });
  };
  const { subject, formats } = expression;
  let current: Meaning = { path: undefined, isSure: false };
  let made: Scope | undefined;
  if (subject.kind === "path") {
    current = meaningOf(known, scopes, stepsOf(subject.path));
    add(0, subject.path, stepsOf(subject.path), current);
  }
  for (const [index, call] of formats.entries()) {
    const format = findFormat(call.name);
    if (!format) return { references, inside: [...scopes, { kind: "unknown" }] };
    const { path, isSure } = current;
    let reached: string | undefined;
    for (const bound of bindArguments(format, call).bound) {
      const argument = call.args.find(({ offset }) => offset === bound.offset);
      const value = bound.kind === "name" ? bound.path : typeof bound.value === "string" ? bound.value : undefined;
      if (argument === undefined || value === undefined) continue;
      const nameLength = argument.name === undefined ? 0 : argument.name.length + 1;
      const quote = /['"]/.test(text.charAt(argument.offset + nameLength)) ? 1 : 0;
      const at = argument.offset + nameLength + quote;
      if (bound.kind === "name") add(at, value, stepsOf(value), meaningOf(known, scopes, stepsOf(value)));
      else if (bound.parameter.isField && format.takes === "list")
        add(at, value, stepsOf(value), { path: path && [...path, "*", ...stepsOf(value)], isSure: isSure && !!path });
      else if (format.name === "get") {
        reached = value;
        add(at, value, [value], { path: path && [...path, value], isSure: isSure && path !== undefined });
      }
    }
    const bringsNames = index === formats.length - 1 ? format.makesNames : undefined;
    if (bringsNames) {
      const args = bindArguments(format, call).bound.map(({ parameter, ...bound }): [string, unknown] => [
        parameter.name,
        bound.kind === "value" ? bound.value : bound.path,
      ]);
      made = { kind: "made", names: bringsNames(Object.fromEntries(args)), items: path };
    }
    if (format.keepsItems) continue;
    const next =
      format.name === "first" || format.name === "last"
        ? path && [...path, "*"]
        : reached === undefined
          ? undefined
          : path && [...path, reached];
    current = { path: next, isSure };
  }
  const gives = findFormat(formats.at(-1)?.name ?? "")?.gives ?? "any";
  if (made) return { references, inside: [...scopes, made] };
  if (formats.length > 0 && plainResults.has(gives)) return { references, inside: scopes };
  const { path } = current;
  if (!path) return { references, inside: formats.length === 0 ? scopes : [...scopes, { kind: "unknown" }] };
  return { references, inside: scopesInside(known, scopes, path) };
}

type Walk = { known: KnownData; readers: FieldReaders; found: References };

/** The names of the data in the texts of translations that a tag prints. */
function messagesOfTag(expression: Expression, scopes: Scopes, { known, readers, found }: Walk): void {
  const used = usedMessagesOf([expression]);
  if (!usesMessages(used)) return;
  for (const kind of ["message", "shared message"] as const) {
    const table = kind === "message" ? readers.messages : readers.sharedMessages;
    for (const [locale, texts] of Object.entries(table)) {
      for (const [key, text] of Object.entries(texts)) {
        if (!isUsed(key, used)) continue;
        for (const { name, start, end } of namesInMessage(text)) {
          const steps = stepsOf(name);
          const { isMade, ...meaning } = meaningOf(known, scopes, steps);
          if (isMade !== true) found.references.push({ source: { kind, locale, key }, start, end, steps, ...meaning });
        }
      }
    }
  }
}

function walkText(text: string, source: ReferenceSource, around: Scopes, depth: number, walk: Walk): void {
  const { known, readers, found } = walk;
  const open: { name: string; start: number; end: number; inside: Scopes }[] = [];
  for (const { kind, name, expression, nameStart } of listTags(text)) {
    const scopes = open.at(-1)?.inside ?? around;
    const end = nameStart + name.length;
    if (kind === "close") {
      const opened = open.at(-1);
      if (!opened || !closesSection(name, opened.name)) continue;
      open.pop();
      found.closings.push({ source, start: nameStart, end, opened: { start: opened.start, end: opened.end } });
    } else if (kind === "partial" || kind === "layout") {
      const snippet = readers.snippets.find((one) => one.name === name);
      const inSnippet: ReferenceSource = source.kind === "snippet" ? source : { kind: "snippet", name };
      if (snippet && depth < deepestSnippet) walkText(snippet.html, inSnippet, scopes, depth + 1, walk);
      if (kind === "layout") open.push({ name, start: nameStart, end, inside: scopes });
    } else if (kind === "block") open.push({ name, start: nameStart, end, inside: scopes });
    else if (kind !== "comment" && kind !== "delimiters") {
      if (isExpression(name) && !expression) continue;
      const read = expression ?? { subject: { kind: "path" as const, path: name }, formats: [] };
      const { references, inside } = readTagExpression(name, read, { known, scopes, source, textStart: nameStart });
      found.references.push(...references);
      messagesOfTag(read, scopes, walk);
      if (kind === "section" || kind === "inverted")
        open.push({ name, start: nameStart, end, inside: kind === "inverted" ? scopes : inside });
    }
  }
}

function walkFormula(formula: string, index: number, { known, found }: Walk): void {
  const root: Scope = { kind: "path", path: [] };
  for (const { steps, start, end, lists } of namesInFormula(formula)) {
    const scopes = lists.reduce<Scopes>(
      (inside, list) => scopesInside(known, inside, meaningOf(known, inside, list).path),
      [root],
    );
    const { path, isSure } = meaningOf(known, scopes, steps);
    found.references.push({ source: { kind: "formula", index }, start, end, steps, path, isSure });
  }
}

/** Finds every name by which a template reads its data, with what it means there, always in the same order. */
export function findReferences(readers: FieldReaders, known: KnownData): References {
  const found: References = { references: [], closings: [] };
  const walk = { known, readers, found };
  const root: Scopes = [{ kind: "path", path: [] }];
  for (const part of ["html", "header", "footer"] as const)
    walkText(readers.texts[part], { kind: "text", part }, root, 0, walk);
  for (const [index, { formula }] of readers.calculated.entries()) walkFormula(formula, index, walk);
  return found;
}

/** Whether a reference reads a field, or something in it. */
export function reads({ path }: Pick<FieldReference, "path">, field: readonly string[]): boolean {
  return path !== undefined && field.every((step, index) => step === path[index]);
}

/** The text that closes a section which begins with another text now. */
export function closingText(closing: string, before: string, after: string): string {
  return closing === before
    ? after
    : isExpression(after) && readExpression(after).expression
      ? subjectText(after)
      : after;
}
