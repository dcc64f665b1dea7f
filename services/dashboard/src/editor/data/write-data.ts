import { findJsonObjectMistake } from "@platen/contracts";
import { isObject } from "@platen/template-source";
import { readJsonParts, type JsonPart } from "./read-json-parts.ts";

type Change = { from: number; to: number; text: string };

/** A value as JSON in the layout of the text around it. */
function written(json: string, { from }: JsonPart, value: unknown): string {
  if (!json.includes("\n")) return JSON.stringify(value);
  const lineStart = json.lastIndexOf("\n", from) + 1;
  const indent = /^[\t ]*/.exec(json.slice(lineStart, from))?.[0] ?? "";
  return JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`);
}

function changesIn(json: string, part: JsonPart, before: unknown, after: unknown): Change[] {
  if (before === after) return [];
  const { kind, children } = part;
  const whole = [{ from: part.from, to: part.to, text: written(json, part, after) }];
  if (kind === "list" && Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return children.flatMap((child, index) => changesIn(json, child, before[index], after[index]));
  if (kind !== "object" || !isObject(before) || !isObject(after)) return whole;
  const hasSameNames =
    children.length === Object.keys(after).length && children.every(({ name = "" }) => Object.hasOwn(after, name));
  return hasSameNames
    ? children.flatMap((child) => changesIn(json, child, before[child.name ?? ""], after[child.name ?? ""]))
    : whole;
}

/**
 * Writes changed data into their JSON text, whose other parts stay as they are. The data share what is unchanged with those
 * before. Undefined for a text with a mistake.
 */
export function writeData(
  json: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string | undefined {
  const whole = findJsonObjectMistake(json) ? undefined : readJsonParts(json);
  if (!whole) return undefined;
  return changesIn(json, whole, before, after)
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: next }) => text.slice(0, from) + next + text.slice(to), json);
}
