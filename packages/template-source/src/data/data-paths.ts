import { ExactNumber } from "@platen/contracts/exact-json";
import { isObject } from "./parse-object.ts";

/** A path of the data, with what it leads to. */
export type DataPath = {
  /** The last step: the key of an object, or `*` for the items of a list. */
  name: string;
  /** All steps from the top; `*` stands for the items of a list. */
  path: string[];
  kind: "text" | "number" | "boolean" | "nothing" | "object" | "list";
  /** The value, shortened, or the number of items in a list. */
  example: string;
  /** The value itself: of several, the first that is not empty. */
  value: unknown;
  /** The paths in an object, or in a list's items. Items that are not objects have a single path, `*`. */
  children: DataPath[];
};

/** Limits for large data, beyond which a menu is of no use. */
const limits = { depth: 12, items: 50, keys: 500, example: 60 };

/** The data as a tree of paths. */
export function pathsOf(data: unknown): DataPath[] {
  return pathsOfAll([data]);
}

/** The paths that any of several data have. */
export function pathsOfAll(data: readonly unknown[]): DataPath[] {
  return pathsIn(data.filter(isObject), [], limits.depth);
}

/** All paths of a tree, each before those below it. */
export function flattenPaths(paths: readonly DataPath[]): DataPath[] {
  return paths.flatMap((path) => [path, ...flattenPaths(path.children)]);
}

/** Finds a path by its steps. */
export function findPath(paths: readonly DataPath[], steps: readonly string[]): DataPath | undefined {
  const found = paths.find(({ path }) => path.every((step, index) => step === steps[index]));
  return !found || found.path.length === steps.length ? found : findPath(found.children, steps);
}

/** The paths that any of several objects have. */
function pathsIn(owners: readonly Record<string, unknown>[], path: readonly string[], depth: number): DataPath[] {
  const names = new Set(owners.flatMap((owner) => Object.keys(owner)));
  return [...names].slice(0, limits.keys).map((name) => {
    const values = owners.flatMap((owner) => (Object.hasOwn(owner, name) ? [owner[name]] : []));
    return pathTo(values, name, [...path, name], depth);
  });
}

function pathTo(values: readonly unknown[], name: string, path: string[], depth: number): DataPath {
  const value = values.find((found) => found !== null && found !== undefined && found !== "") ?? values[0];
  const kind = kindOf(value);
  if (kind === "list")
    return { name, path, kind, value, example: listExample(value), children: itemPaths(values, path, depth) };
  if (kind !== "object") return { name, path, kind, value, example: plainExample(value), children: [] };
  return {
    name,
    path,
    kind,
    value,
    example: "",
    children: depth > 0 ? pathsIn(values.filter(isObject), path, depth - 1) : [],
  };
}

function itemPaths(lists: readonly unknown[], path: readonly string[], depth: number): DataPath[] {
  const items = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : [])).slice(0, limits.items);
  if (items.length === 0 || depth === 0) return [];
  const within = [...path, "*"];
  return items.some(isObject)
    ? pathsIn(items.filter(isObject), within, depth - 1)
    : [pathTo(items, "*", within, depth - 1)];
}

function plainExample(value: unknown): string {
  return kindOf(value) !== "nothing" ? String(value).slice(0, limits.example) : "";
}

function listExample(list: unknown): string {
  const count = Array.isArray(list) ? list.length : 0;
  return count === 1 ? "1 item" : `${count} items`;
}

function kindOf(value: unknown): DataPath["kind"] {
  if (typeof value === "number" || value instanceof ExactNumber) return "number";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "object" : "nothing";
}
