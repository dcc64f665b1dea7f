import { findJsonObjectMistake } from "@platen/contracts";
import { partsAt, readJsonParts, type JsonPart } from "./read-json-parts.ts";

/** The values of a JSON text at a path; undefined for a text with a mistake. */
function partsIn(json: string, path: readonly string[]): JsonPart[] | undefined {
  const whole = findJsonObjectMistake(json) ? undefined : readJsonParts(json);
  return whole && partsAt(whole, path);
}

type Change = { from: number; to: number; text: string };

function changed(json: string, changes: readonly Change[]): string {
  return changes
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: next }) => text.slice(0, from) + next + text.slice(to), json);
}

const textInQuotes = /"(?:[^"\\]|\\.)*"/y;

/** Renames a field in each object that has it, and leaves the rest of the text as it is. Undefined if the text has a mistake. */
export function renameInJson(json: string, path: readonly string[], name: string): string | undefined {
  const changes = partsIn(json, path)?.map(({ at }) => {
    textInQuotes.lastIndex = at;
    return { from: at, to: at + (textInQuotes.exec(json)?.[0].length ?? 0), text: JSON.stringify(name) };
  });
  return changes && changed(json, changes);
}

/** Removes a field from each object that has it, with its comma. Undefined if the text has a mistake. */
export function removeFromJson(json: string, path: readonly string[]): string | undefined {
  const name = path.at(-1);
  const changes = partsIn(json, path.slice(0, -1))?.flatMap(({ children }): Change[] => {
    const index = children.findIndex((child) => child.name === name);
    const [before, child, after] = [children[index - 1], children[index], children[index + 1]];
    if (!child) return [];
    if (after) return [{ from: child.at, to: after.at, text: "" }];
    return [{ from: before?.to ?? child.at, to: child.to, text: "" }];
  });
  return changes && changed(json, changes);
}

/** Whether a value says nothing, so that another item of a list is the example. */
const isBlank = (text: string) => text === "null" || text === '""';

/** Changes the value of a field; of the items of a list, the first that has one. Undefined if there is no such field. */
export function setInJson(json: string, path: readonly string[], value: unknown): string | undefined {
  const parts = partsIn(json, path) ?? [];
  const part = parts.find(({ from, to }) => !isBlank(json.slice(from, to))) ?? parts[0];
  return part && changed(json, [{ from: part.from, to: part.to, text: JSON.stringify(value) }]);
}
