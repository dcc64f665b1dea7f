import { findJsonObjectMistake } from "@platen/contracts";
import { partsAt, readJsonParts } from "./read-json-parts.ts";

/** A value as JSON: on one line beside others on one line, else with each member on its own. */
function writeValue(value: unknown, space: string): string {
  const lineStart = space.slice(space.lastIndexOf("\n"));
  return lineStart.startsWith("\n")
    ? JSON.stringify(value, undefined, 2).replaceAll("\n", lineStart)
    : JSON.stringify(value);
}

/**
 * Adds a field to the object at a path of a JSON text, or to each item of a list, and leaves the rest of the text as it
 * is. Undefined if there is no such object, or one has the field already.
 */
function addField(json: string, path: readonly string[], name: string, value: unknown): string | undefined {
  const whole = findJsonObjectMistake(json) ? undefined : readJsonParts(json);
  const objects = whole ? partsAt(whole, path).filter(({ kind }) => kind === "object") : [];
  if (objects.length === 0) return undefined;
  let text = json;
  for (const { from, to, children } of objects.toReversed()) {
    if (children.some((child) => child.name === name)) return undefined;
    // The members stay on one line, or each on its own.
    const between = json.slice(from + 1, children[0]?.at);
    const space = between.includes("\n") ? between : " ";
    const last = children.at(-1);
    const written = `${JSON.stringify(name)}: ${writeValue(value, last ? space : "\n  ")}`;
    text = last
      ? `${text.slice(0, last.to)},${space}${written}${text.slice(last.to)}`
      : `${text.slice(0, from)}{\n  ${written}\n}${text.slice(to)}`;
  }
  return text;
}

/** Adds a field below the object at a path, with the groups around it that the object lacks. */
export function addFieldAt(
  json: string,
  path: readonly string[],
  steps: readonly string[],
  value: unknown,
): string | undefined {
  for (let known = steps.length - 1; known >= 0; known -= 1) {
    const [name, ...rest] = steps.slice(known);
    if (name === undefined || name === "") continue;
    const nested = rest.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
    const added = addField(json, [...path, ...steps.slice(0, known)], name, nested);
    if (added !== undefined) return added;
  }
  return undefined;
}
