import type { CalculatedField, TranslationTable } from "@platen/contracts";
import { writeFormulaName } from "@platen/formats";
import { findPath, type DataPath } from "./data-paths.ts";
import {
  closingText,
  findReferences,
  reads,
  type FieldReaders,
  type FieldReference,
  type KnownData,
  type ReferenceSource,
} from "./field-references.ts";

/** The texts of a template that say the new name of a field, or why the field keeps the old one. */
export type RenamedField =
  | {
      texts: FieldReaders["texts"];
      calculated: CalculatedField[];
      messages: TranslationTable;
      /** The number of names that were changed. */
      count: number;
      refusal?: undefined;
    }
  | { refusal: string };

/** A place as a person reads it. */
export function placeOfReference(
  { source, start }: Pick<FieldReference, "source" | "start">,
  readers: FieldReaders,
): string {
  if (source.kind === "text") {
    const line = readers.texts[source.part].slice(0, start).split("\n").length;
    return `${source.part === "html" ? "the body" : `the ${source.part}`}, line ${line}`;
  }
  if (source.kind === "formula") return `the formula of ${readers.calculated[source.index]?.name ?? ""}`;
  if (source.kind === "snippet") return `the snippet “${source.name}”`;
  return `the text ${source.key} (${source.locale})`;
}

/** The paths of data in which a field has another name. */
function renamedPaths(paths: readonly DataPath[], field: readonly string[], name: string): DataPath[] {
  const at = field.length - 1;
  return paths.map((path) => {
    const isIn = field.every((step, index) => step === path.path[index]);
    const children = renamedPaths(path.children, field, name);
    if (!isIn) return { ...path, children };
    return { ...path, path: path.path.with(at, name), name: path.path.length - 1 === at ? name : path.name, children };
  });
}

/** The value in which the field has another name. */
function renamedValue(value: unknown, [step = "", ...rest]: readonly string[], name: string): unknown {
  if (step === "*") return Array.isArray(value) ? value.map((item: unknown) => renamedValue(item, rest, name)) : value;
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (key !== step) return [key, inner];
      return rest.length === 0 ? [name, inner] : [key, renamedValue(inner, rest, name)];
    }),
  );
}

const keyOf = (source: ReferenceSource) => JSON.stringify(source);

/** The steps of a reference with the new name of the field; undefined if the reference does not write the name. */
function newSteps({ steps, path = [] }: FieldReference, field: readonly string[], name: string): string[] | undefined {
  const at = field.length - 1 - (path.length - steps.length);
  return at >= 0 && at < steps.length ? steps.map((step, index) => (index === at ? name : step)) : undefined;
}

type Change = { start: number; end: number; text: string };

/** The changes of each text, by its source. */
function changesOf(
  { references, closings }: ReturnType<typeof findReferences>,
  field: readonly string[],
  name: string,
  textOf: (source: ReferenceSource) => string,
): Map<string, Change[]> {
  const changes = new Map<string, Change[]>();
  const add = (source: ReferenceSource, change: Change) => {
    const known = changes.get(keyOf(source)) ?? [];
    // Several tags may print one text of translations.
    if (!known.some(({ start }) => start === change.start)) changes.set(keyOf(source), [...known, change]);
  };
  for (const reference of references) {
    const steps = reads(reference, field) ? newSteps(reference, field, name) : undefined;
    const { source, start, end } = reference;
    if (steps) add(source, { start, end, text: source.kind === "formula" ? writeFormulaName(steps) : steps.join(".") });
  }
  for (const { source, start, end, opened } of closings) {
    const inside = (changes.get(keyOf(source)) ?? []).filter(
      (one) => one.start >= opened.start && one.end <= opened.end,
    );
    if (inside.length === 0) continue;
    const text = textOf(source);
    const before = text.slice(opened.start, opened.end);
    const after = apply(
      before,
      inside.map((one) => ({ ...one, start: one.start - opened.start, end: one.end - opened.start })),
    );
    const closing = text.slice(start, end);
    const next = closingText(closing, before, after);
    if (next !== closing) add(source, { start, end, text: next });
  }
  return changes;
}

function apply(text: string, changes: readonly Change[]): string {
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, { start, end, text: next }) => result.slice(0, start) + next + result.slice(end), text);
}

/** The form of the name of a field that tags and formulas read. */
const fieldName = /^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u;
const literals = new Set(["true", "false", "null"]);

function mistakeInName(
  { calculated }: FieldReaders,
  { paths }: KnownData,
  field: readonly string[],
  name: string,
): string | undefined {
  if (!fieldName.test(name) || literals.has(name))
    return "Use letters, digits, - and _, beginning with a letter; true, false and null have a meaning of their own.";
  if (field.length === 1 && calculated.some((one) => one.name === field[0]) && name.includes("-"))
    return "The name of a calculated field has only letters, digits and _.";
  if (
    findPath(paths, field.with(field.length - 1, name)) ||
    (field.length === 1 && calculated.some((one) => one.name === name))
  )
    return `There is a field ${name} already.`;
  return undefined;
}

/**
 * Renames a field in everything of a template that reads it. It is refused where a name may mean another field, in some data
 * or after the change, and where a text of the project reads the field.
 */
export function renameField(
  readers: FieldReaders,
  known: KnownData,
  field: readonly string[],
  name: string,
): RenamedField {
  const old = field.at(-1) ?? "";
  const mistake = mistakeInName(readers, known, field, name);
  if (mistake !== undefined) return { refusal: mistake };
  const before = findReferences(readers, known);
  for (const reference of before.references) {
    const isAffected = reads(reference, field) && newSteps(reference, field, name) !== undefined;
    const place = placeOfReference(reference, readers);
    const written = reference.steps.join(".");
    if (!reference.isSure && (isAffected || reference.steps.includes(old) || reference.steps.includes(name)))
      return { refusal: `“${written}” in ${place} may mean another field too. Change it there first.` };
    if (isAffected && (reference.source.kind === "snippet" || reference.source.kind === "shared message"))
      return {
        refusal: `${place.charAt(0).toUpperCase()}${place.slice(1)} reads the field, and other templates use it too. Change it there first.`,
      };
  }
  const textOf = (source: ReferenceSource) => (source.kind === "text" ? readers.texts[source.part] : "");
  const changes = changesOf(before, field, name, textOf);
  const changed = (source: ReferenceSource, text: string) => apply(text, changes.get(keyOf(source)) ?? []);
  const isCalculated = field.length === 1 && readers.calculated.some((one) => one.name === old);
  const after: FieldReaders = {
    ...readers,
    texts: {
      html: changed({ kind: "text", part: "html" }, readers.texts.html),
      header: changed({ kind: "text", part: "header" }, readers.texts.header),
      footer: changed({ kind: "text", part: "footer" }, readers.texts.footer),
    },
    calculated: readers.calculated.map((one, index) => ({
      name: isCalculated && one.name === old ? name : one.name,
      formula: changed({ kind: "formula", index }, one.formula),
    })),
    messages: Object.fromEntries(
      Object.entries(readers.messages).map(([locale, texts]) => [
        locale,
        Object.fromEntries(
          Object.entries(texts).map(([key, text]) => [key, changed({ kind: "message", locale, key }, text)]),
        ),
      ]),
    ),
  };
  const lost = findLost(
    readers,
    before.references,
    field,
    name,
    findReferences(after, {
      paths: renamedPaths(known.paths, field, name),
      data: known.data.map((value) => renamedValue(value, field, name)),
    }).references,
  );
  if (lost !== undefined) return { refusal: lost };
  const count = [...changes.values()].reduce((sum, ofText) => sum + ofText.length, 0);
  return { texts: after.texts, calculated: [...after.calculated], messages: after.messages, count };
}

/** Why a name means another field after the change; undefined if all mean the same ones as before. */
function findLost(
  readers: FieldReaders,
  before: readonly FieldReference[],
  field: readonly string[],
  name: string,
  after: readonly FieldReference[],
): string | undefined {
  for (const [index, reference] of before.entries()) {
    const expected = reads(reference, field) ? reference.path?.with(field.length - 1, name) : reference.path;
    if (after[index]?.path?.join("\n") !== expected?.join("\n")) {
      const place = placeOfReference(reference, readers);
      return `“${name}” would mean another field in ${place}. Choose another name.`;
    }
  }
  return undefined;
}
