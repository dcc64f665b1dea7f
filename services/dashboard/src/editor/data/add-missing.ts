import { isObject, parseObject } from "@platen/template-source";
import { wordsOf } from "../../components/fields/field-name.ts";
import { addFieldAt } from "./add-field.ts";
import type { NameReference } from "./data-use.ts";

/** Finds the names that data lack. */
type FindMissing = (data: Record<string, unknown>) => readonly NameReference[];

/** A section that gets a value shows names inside it, which the data may lack too. */
const deepest = 10;

/** Adds a sample value for each name that the data of a JSON text lack, and leaves the rest of the text as it is. */
export function addMissing(json: string, findMissing: FindMissing): string {
  let text = json;
  for (let round = 0; round < deepest; round += 1) {
    const data = parseObject(text);
    if (!data) return text;
    const before = text;
    for (const reference of findMissing(data)) text = addValue(text, data, reference) ?? text;
    if (text === before) return text;
  }
  return text;
}

function addValue(json: string, data: Record<string, unknown>, reference: NameReference): string | undefined {
  const steps = reference.name.split(".");
  for (const path of pathsWithin(data, reference.within)) {
    const added = addFieldAt(json, path, steps, sampleOf(reference));
    if (added !== undefined) return added;
  }
  return undefined;
}

/** The places in which a name of some sections may be, the innermost first. */
function pathsWithin(data: Record<string, unknown>, within: readonly string[]): string[][] {
  const paths: string[][] = [[]];
  let scope: unknown = data;
  let path: string[] = [];
  for (const name of within) {
    const steps = name.split(".");
    const value = steps.reduce<unknown>((each, step) => (isObject(each) ? each[step] : undefined), scope);
    if (Array.isArray(value) && value.some(isObject)) {
      path = [...path, ...steps, "*"];
      scope = value.find(isObject);
    } else if (isObject(value)) {
      path = [...path, ...steps];
      scope = value;
    } else continue;
    paths.unshift(path);
  }
  return paths;
}

function sampleOf({ name, kind, takes, holdsNames }: NameReference): unknown {
  if (kind !== "value") return holdsNames ? [{}] : true;
  if (takes === "number") return 1;
  if (takes === "date") return "2026-01-31";
  if (takes === "boolean") return true;
  return takes === "list" ? [wordsOf(name)] : wordsOf(name);
}
