import { isObject } from "../draft/parse-object.ts";

/** A value of the data with its path; the items of a list share theirs: `items[].name`. */
export type Sample = { value: unknown; path: string };

/** What names are looked up in: the data, then what each section around has put on top. */
export type Scopes = readonly (readonly Sample[])[];

/** More items of a list than this tell nothing new. */
const mostItems = 200;

export function startScopes(data: Record<string, unknown>): Scopes {
  return [[{ value: data, path: "" }]];
}

function memberOf({ value, path }: Sample, name: string): Sample[] {
  if (Array.isArray(value)) {
    if (name === "length") return [{ value: value.length, path }];
    return name in value ? [{ value: (value as unknown[])[Number(name)], path: `${path}[]` }] : [];
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return [];
  return [{ value: value[name], path: path === "" ? name : `${path}.${name}` }];
}

/** What a name stands for: from the innermost scope that has all of a dotted name. Undefined where none has it. */
export function lookUp(scopes: Scopes, name: string): readonly Sample[] | undefined {
  if (name === ".") return scopes.at(-1);
  const names = name.split(".");
  for (const scope of scopes.toReversed()) {
    const found = names.reduce<readonly Sample[]>(
      (samples, member) => samples.flatMap((sample) => memberOf(sample, member)),
      scope,
    );
    if (found.length > 0) return found;
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "" || value === 0;
}

/** The scopes inside a section; undefined where the data leaves the section out. */
export function enterSection(scopes: Scopes, name: string): Scopes | undefined {
  const inside = (lookUp(scopes, name) ?? []).flatMap(({ value, path }): Sample[] => {
    if (Array.isArray(value)) {
      // Nothing is known of what a list of JSON holds.
      return (value as unknown[]).slice(0, mostItems).map((item) => ({ value: item, path: `${path}[]` }));
    }
    return isEmpty(value) ? [] : [{ value, path }];
  });
  return inside.length === 0 ? undefined : [...scopes, inside];
}
