import { readJsonParts, type JsonPart } from "./read-json-parts.ts";

function find({ kind, children }: JsonPart, [step, ...rest]: readonly string[]): JsonPart | undefined {
  const isItem = step === "[]";
  if (isItem !== (kind === "list")) return undefined;
  for (const child of children) {
    if (!isItem && child.name !== step) continue;
    const found = rest.length === 0 ? child : find(child, rest);
    if (found) return found;
  }
  return undefined;
}

/** The offset of the first value at a path such as `items[].price` in a JSON text. */
export function findInJson(json: string, path: string): number | undefined {
  const whole = readJsonParts(json);
  return whole && find(whole, path.split(/\.|(?=\[\])/))?.at;
}
