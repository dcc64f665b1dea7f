import { brandRule, type BrandVariables } from "./brand-variables.ts";
import { readBrandNames, type BrandUse } from "./read-brand-names.ts";

/** The values that a text takes from the brand, by name; null for a name that the brand lacks and that the text can do without. */
export type BrandPins = Record<string, string | null>;

/** A name that the brand lacks, where a text needs it. */
type MissingName<Where> = { where: Where; use: BrandUse };

/** More than the names of any brand. */
const maxUnknown = 100;
const longestName = 60;

/** Notes what the texts of one document use of a brand. `Where` is what its caller needs for a message. */
export function createUsedBrand<Where>(variables: BrandVariables) {
  const known = new Map<string, string>();
  const optional = new Set<string>();
  const own = new Set<string>();
  const missing: MissingName<Where>[] = [];

  return {
    read(text: string, where: Where): void {
      const found = readBrandNames(text);
      for (const name of found.own) own.add(name);
      for (const use of found.uses) {
        const value = Object.hasOwn(variables, use.name) ? variables[use.name] : undefined;
        // The data choose the rest of the name.
        if (use.isDynamic) for (const [name, each] of Object.entries(variables)) known.set(name, each);
        else if (value !== undefined) known.set(use.name, value);
        else if (!use.isOptional) missing.push({ where, use });
        else if (optional.size < maxUnknown && use.name.length <= longestName) optional.add(use.name);
      }
    },
    /** The rule that gives the used variables their values; empty if the texts use none. */
    rule: () => brandRule(Object.fromEntries([...known].toSorted(byName))),
    pins: (): BrandPins => {
      const absent = [...optional].filter((name) => !own.has(name));
      return Object.fromEntries([...known, ...absent.map((name) => [name, null] as const)].toSorted(byName));
    },
    /** The names that neither the brand nor the texts have. */
    missing: () => missing.filter(({ use }) => !own.has(use.name)),
  };
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The advice for a name that the brand lacks. */
export function unknownVariable(name: string, variables: BrandVariables): string {
  const names = Object.keys(variables);
  const has =
    names.length === 0
      ? "It is empty."
      : `It has ${names
          .toSorted()
          .map((known) => `\`--brand-${known}\``)
          .join(", ")}.`;
  return `The project's brand has no \`--brand-${name.slice(0, longestName)}\`. ${has} Write another name, or a value to take instead: \`var(--brand-${name.slice(0, longestName)}, #14438c)\`.`;
}
