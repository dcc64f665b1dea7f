import {
  fieldsOfItems,
  isUsed as isMessageUsed,
  namesMade,
  namesOfArguments,
  pathsInFormula,
  placeholdersOf,
  usedMessagesOf,
  usesMessages,
  type MessageTable,
} from "@platen/formats";
import { listTags, namesUsed, type Expression, type UsedName } from "@platen/mustache";
import type { SourcePosition, TemplateSource } from "../template-source.ts";
import { isObject } from "@platen/template-source";
import { enterSection, lookUp, startScopes, type Scopes } from "./data-scope.ts";

/** A name that the template uses, with the position of its first use. */
export type NameReference = {
  name: string;
  kind: "value" | "section" | "inverted";
  /** The sections around it, outermost first. */
  within: readonly string[];
  position: SourcePosition;
  /** How often the template uses the name in these sections. */
  count: number;
};

export type DataUse = {
  /** Names that the data has. */
  found: readonly NameReference[];
  /** Names that the data lacks, except those in sections that the data leaves out. */
  missing: readonly NameReference[];
  /** Paths of values that the template never uses. An unused object counts as one path. */
  unused: readonly string[];
};

const kinds: Readonly<Record<UsedName["kind"], NameReference["kind"]>> = {
  variable: "value",
  raw: "value",
  section: "section",
  inverted: "inverted",
};

/** The scopes inside sections. A section over the items of a group is as one over those of the list. */
function scopesWithin(data: Record<string, unknown>, within: readonly string[], groups: boolean): Scopes | undefined {
  return within.reduce<Scopes | undefined>((scopes, name, index) => {
    const isOfGroup = groups && index > 0 && name === "items";
    return scopes && (enterSection(scopes, name) ?? (isOfGroup ? scopes : undefined));
  }, startScopes(data));
}

/** The names that the texts of translations read where a tag prints them. */
function placeholdersIn(messages: MessageTable): (expression: Expression) => string[] {
  const texts = Object.values(messages.languages).flatMap((ofLanguage) => Object.entries(ofLanguage));
  return (expression) => {
    const used = usedMessagesOf([expression]);
    if (!usesMessages(used)) return [];
    return [...new Set(texts.flatMap(([key, text]) => (isMessageUsed(key, used) ? placeholdersOf(text) : [])))];
  };
}

/** Collects the unused paths below a value, in the order of the data. The items of a list share one path. */
function collectUnused(value: unknown, path: string, isUsed: (path: string) => boolean, unused: Set<string>): void {
  const below = Array.isArray(value)
    ? (value as unknown[]).map((item) => [`${path}[]`, item] as const)
    : isObject(value)
      ? Object.entries(value).map(([name, member]) => [path === "" ? name : `${path}.${name}`, member] as const)
      : [];
  for (const [belowPath, member] of below) {
    const isPlain = !isObject(member) && !Array.isArray(member);
    if (!isUsed(belowPath)) {
      if (!belowPath.endsWith("[]")) unused.add(belowPath);
    } else if (!isPlain) collectUnused(member, belowPath, isUsed, unused);
  }
}

/** Compares the names that the template and its texts of translations use with the values of a data set. */
export function findDataUse(
  source: TemplateSource,
  data: Record<string, unknown>,
  messages: MessageTable = { defaultLocale: "en", languages: {} },
): DataUse {
  const texts = [
    ["html", source.html],
    ["header", source.settings.header ?? ""],
    ["footer", source.settings.footer ?? ""],
  ] as const;
  const references = new Map<string, { reference: NameReference; isFound: boolean }>();
  const used = new Set<string>();
  const usedWhole: string[] = [];

  const placeholders = placeholdersIn(messages);
  const namesIn = (expression: Expression) => [...namesOfArguments(expression), ...placeholders(expression)];
  for (const [part, text] of texts) {
    const expressions = new Map(listTags(text).map(({ start, expression }) => [start, expression]));
    const groups = [...expressions.values()].some(
      (expression) => expression && namesMade(expression).includes("items"),
    );
    for (const { name, kind, start, within } of namesUsed(text, namesIn, namesMade)) {
      const scopes = scopesWithin(data, within, groups);
      if (!scopes) continue;
      const expression = expressions.get(start);
      if (expression?.subject.kind === "path" && expression.subject.path === name) {
        const items = enterSection(scopes, name)?.at(-1) ?? [];
        for (const field of fieldsOfItems(expression)) {
          for (const { path } of lookUp([items], field) ?? []) used.add(path);
        }
      }
      const values = lookUp(scopes, name);
      for (const { path, value } of values ?? []) {
        used.add(path);
        if (kinds[kind] === "value" && typeof value === "object") usedWhole.push(path);
      }
      const key = JSON.stringify([kinds[kind], name, within]);
      const known = references.get(key);
      if (known) known.reference = { ...known.reference, count: known.reference.count + 1 };
      else {
        const position: SourcePosition = { part, offset: start };
        const reference = { name, kind: kinds[kind], within, position, count: 1 };
        references.set(key, { reference, isFound: values !== undefined });
      }
    }
  }

  const { calculated = [] } = source.settings;
  for (const { formula } of calculated) for (const path of pathsInFormula(formula)) used.add(path);
  // A formula that prints nothing may serve another one.
  for (const { name } of calculated) used.add(name);

  const usedPrefixes = new Set<string>();
  for (const path of used) {
    for (
      let end = path.length;
      end > 0;
      end = Math.max(path.lastIndexOf(".", end - 1), path.lastIndexOf("[", end - 1))
    ) {
      usedPrefixes.add(path.slice(0, end));
    }
  }
  const wholes = new Set(usedWhole);
  const isUsed = (path: string): boolean => usedPrefixes.has(path);
  const unused = new Set<string>();
  collectUnused(data, "", isUsed, unused);
  const isInWhole = (path: string): boolean =>
    [...wholes].some((whole) => path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`));
  const all = [...references.values()];
  return {
    found: all.flatMap(({ isFound, reference }) => (isFound ? [reference] : [])),
    missing: all.flatMap(({ isFound, reference }) => (isFound ? [] : [reference])),
    unused: [...unused].filter((path) => !isInWhole(path)),
  };
}
