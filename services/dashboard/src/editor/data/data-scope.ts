import { isObject } from "@platen/template-source";

/** A value of the data with its path. The items of a list share one path: `items[].name`. */
export type ScopeValue = { value: unknown; path: string };

/** The scopes that names are looked up in: the data, then one scope for each section around, innermost last. */
export type Scopes = readonly (readonly ScopeValue[])[];

/** More items of a list would not show more names. */
const mostItems = 200;

export function startScopes(data: Record<string, unknown>): Scopes {
  return [[{ value: data, path: "" }]];
}

function memberOf({ value, path }: ScopeValue, name: string): ScopeValue[] {
  if (Array.isArray(value)) {
    if (name === "length") return [{ value: value.length, path }];
    return name in value ? [{ value: (value as unknown[])[Number(name)], path: `${path}[]` }] : [];
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return [];
  return [{ value: value[name], path: path === "" ? name : `${path}.${name}` }];
}

/** Looks a name up in the innermost scope that has all of its dotted parts; undefined if no scope has it. */
export function lookUp(scopes: Scopes, name: string): readonly ScopeValue[] | undefined {
  if (name === ".") return scopes.at(-1);
  const names = name.split(".");
  for (const scope of scopes.toReversed()) {
    const found = names.reduce<readonly ScopeValue[]>(
      (values, member) => values.flatMap((value) => memberOf(value, member)),
      scope,
    );
    if (found.length > 0) return found;
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "" || value === 0;
}

/** The scopes inside a section; undefined if the data leaves the section out. */
export function enterSection(scopes: Scopes, name: string): Scopes | undefined {
  const inside = (lookUp(scopes, name) ?? []).flatMap(({ value, path }): ScopeValue[] => {
    if (Array.isArray(value)) {
      // The items of a JSON list can have any type.
      return (value as unknown[]).slice(0, mostItems).map((item) => ({ value: item, path: `${path}[]` }));
    }
    return isEmpty(value) ? [] : [{ value, path }];
  });
  return inside.length === 0 ? undefined : [...scopes, inside];
}
