import { namesMade, namesOfArguments } from "@platen/formats";
import { namesUsed, type UsedName } from "@platen/mustache";
import type { SourcePosition, TemplateSource } from "../editor-context.ts";
import { isObject } from "../draft/parse-object.ts";
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

function scopesWithin(data: Record<string, unknown>, within: readonly string[]): Scopes | undefined {
  return within.reduce<Scopes | undefined>((scopes, name) => scopes && enterSection(scopes, name), startScopes(data));
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

/** Compares the names that the template uses with the values of a data set. */
export function findDataUse(source: TemplateSource, data: Record<string, unknown>): DataUse {
  const texts = [
    ["html", source.html],
    ["header", source.settings.header ?? ""],
    ["footer", source.settings.footer ?? ""],
  ] as const;
  const references = new Map<string, { reference: NameReference; isFound: boolean }>();
  const used = new Set<string>();
  const usedWhole: string[] = [];

  for (const [part, text] of texts) {
    for (const { name, kind, start, within } of namesUsed(text, namesOfArguments, namesMade)) {
      const scopes = scopesWithin(data, within);
      if (!scopes) continue;
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
