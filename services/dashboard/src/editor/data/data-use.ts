import {
  fieldsOfItems,
  findFormat,
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
  /** The type of the value that the first format of the tag takes. */
  takes?: string | undefined;
  /** Whether a section has names in it. */
  holdsNames?: boolean;
  /** A value of the data that has this name elsewhere. */
  meant?: string | undefined;
};

export type DataUse = {
  /** Names that the data has, and those that it need not have: the template says what to print without them. */
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

/** More values than a person means. */
const mostPaths = 1_000;

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

/** The type of the value that the first format of a tag takes. */
function typeTaken(expression: Expression | undefined): string | undefined {
  const [first] = expression?.formats ?? [];
  return first && findFormat(first.name)?.takes;
}

function isSubject(expression: Expression | undefined, name: string): expression is Expression {
  return expression?.subject.kind === "path" && expression.subject.path === name;
}

/** Whether a name has a section for it and one for its lack: the template says what to print either way. */
function hasElse({ name, kind, within }: NameReference, references: ReadonlyMap<string, unknown>): boolean {
  const other = kind === "section" ? "inverted" : kind === "inverted" ? "section" : undefined;
  return other !== undefined && references.has(JSON.stringify([other, name, within]));
}

/** A name as people compare it: without capitals and marks, its last step alone. */
const plainName = (name: string) =>
  name
    .slice(name.lastIndexOf(".") + 1)
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** The paths of plain values in objects, by their plain names. */
function pathsByName(data: Record<string, unknown>): Map<string, string> {
  const paths = new Map<string, string>();
  const pending: [string, unknown][] = Object.entries(data);
  for (let next = pending.shift(); next && paths.size < mostPaths; next = pending.shift()) {
    const [path, value] = next;
    if (isObject(value))
      pending.push(...Object.entries(value).map(([name, each]): [string, unknown] => [`${path}.${name}`, each]));
    else if (!paths.has(plainName(path))) paths.set(plainName(path), path);
  }
  return paths;
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
  const sectionsWithNames = new Set<string>();

  const placeholders = placeholdersIn(messages);
  const namesIn = (expression: Expression) => [...namesOfArguments(expression), ...placeholders(expression)];
  for (const [part, text] of texts) {
    const expressions = new Map(listTags(text).map(({ start, expression }) => [start, expression]));
    const groups = [...expressions.values()].some(
      (expression) => expression && namesMade(expression).includes("items"),
    );
    for (const { name, kind, start, within } of namesUsed(text, namesIn, namesMade)) {
      const around = within.at(-1);
      if (around !== undefined && name !== around) sectionsWithNames.add(around);
      const scopes = scopesWithin(data, within, groups);
      if (!scopes) continue;
      const expression = expressions.get(start);
      if (isSubject(expression, name)) {
        const items = enterSection(scopes, name)?.at(-1) ?? [];
        for (const field of fieldsOfItems(expression)) {
          for (const { path } of lookUp([items], field) ?? []) used.add(path);
        }
      }
      const own = isSubject(expression, name) ? expression : undefined;
      const takesMissing = findFormat(own?.formats[0]?.name ?? "")?.acceptsMissing === true;
      const values = lookUp(scopes, name);
      for (const { path, value } of values ?? []) {
        used.add(path);
        if (kinds[kind] === "value" && typeof value === "object") usedWhole.push(path);
      }
      const key = JSON.stringify([kinds[kind], name, within]);
      const known = references.get(key);
      const isFound = values !== undefined || takesMissing;
      if (known) {
        known.reference = { ...known.reference, count: known.reference.count + 1 };
        known.isFound &&= isFound;
      } else {
        const position: SourcePosition = { part, offset: start };
        const takes = typeTaken(own);
        const reference = {
          name,
          kind: kinds[kind],
          within,
          position,
          count: 1,
          ...(takes !== undefined && { takes }),
        };
        references.set(key, { reference, isFound });
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
  const all = [...references.values()].map(({ reference, isFound }) => ({
    reference,
    isFound: isFound || hasElse(reference, references),
  }));
  const paths = pathsByName(data);
  const missing = all.flatMap(({ isFound, reference }): NameReference[] => {
    if (isFound) return [];
    const meant = reference.kind === "value" ? paths.get(plainName(reference.name)) : undefined;
    const holdsNames = reference.kind !== "section" ? undefined : sectionsWithNames.has(reference.name);
    return [{ ...reference, ...(meant !== undefined && { meant }), ...(holdsNames === true && { holdsNames }) }];
  });
  return {
    found: all.flatMap(({ isFound, reference }) => (isFound ? [reference] : [])),
    missing,
    unused: [...unused].filter((path) => !isInWhole(path)),
  };
}
