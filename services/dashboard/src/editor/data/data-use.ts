import { namesUsed, type UsedName } from "@platen/mustache";
import type { Place, TemplateSource } from "../editor-context.ts";
import { isObject } from "../draft/parse-object.ts";
import { enterSection, lookUp, startScopes, type Scopes } from "./data-scope.ts";

/** A name that the template asks for, and where it does so first. */
export type AskedName = {
  name: string;
  kind: "value" | "section" | "inverted";
  /** The sections it is asked for in, outermost first. */
  within: readonly string[];
  place: Place;
  /** How often it is asked for there. */
  count: number;
};

export type DataUse = {
  /** Asked for and in the data. */
  found: readonly AskedName[];
  /** Asked for and not in the data. What stands in a section that the data leaves out is not looked for. */
  missing: readonly AskedName[];
  /** Paths of values that the template never asks for; of an object without any use only its own. */
  unused: readonly string[];
};

const kinds: Readonly<Record<UsedName["kind"], AskedName["kind"]>> = {
  variable: "value",
  raw: "value",
  section: "section",
  inverted: "inverted",
};

function scopesWithin(data: Record<string, unknown>, within: readonly string[]): Scopes | undefined {
  return within.reduce<Scopes | undefined>((scopes, name) => scopes && enterSection(scopes, name), startScopes(data));
}

/** Paths below a value, in the order of the data; the items of a list are taken together. */
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

/** Compares what the template asks for with what a data set has. */
export function findDataUse(source: TemplateSource, data: Record<string, unknown>): DataUse {
  const texts = [
    ["html", source.html],
    ["header", source.settings.header ?? ""],
    ["footer", source.settings.footer ?? ""],
  ] as const;
  const asked = new Map<string, { asked: AskedName; isFound: boolean }>();
  const used = new Set<string>();
  const usedWhole: string[] = [];

  for (const [part, text] of texts) {
    for (const { name, kind, start, within } of namesUsed(text)) {
      const scopes = scopesWithin(data, within);
      if (!scopes) continue;
      const samples = lookUp(scopes, name);
      for (const { path, value } of samples ?? []) {
        used.add(path);
        if (kinds[kind] === "value" && typeof value === "object") usedWhole.push(path);
      }
      const key = JSON.stringify([kinds[kind], name, within]);
      const before = asked.get(key);
      if (before) before.asked = { ...before.asked, count: before.asked.count + 1 };
      else {
        const place: Place = { part, offset: start };
        asked.set(key, { asked: { name, kind: kinds[kind], within, place, count: 1 }, isFound: samples !== undefined });
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
  const names = [...asked.values()];
  return {
    found: names.flatMap(({ isFound, asked: name }) => (isFound ? [name] : [])),
    missing: names.flatMap(({ isFound, asked: name }) => (isFound ? [] : [name])),
    unused: [...unused].filter((path) => !isInWhole(path)),
  };
}
