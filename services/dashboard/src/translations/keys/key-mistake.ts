import { keyFault } from "@platen/contracts";

/** Says why a key cannot be added to others; undefined for a good one. */
export function keyMistake(key: string, keys: readonly string[]): string | undefined {
  if (key === "") return "Must not be empty.";
  const fault = keyFault(key);
  if (fault !== undefined) return `The key ${fault}.`;
  if (keys.includes(key)) return "The table has this key already.";
  const inside = keys.find((other) => other.startsWith(`${key}.`));
  if (inside !== undefined) return `“${key}” is a group already: it has the key “${inside}”.`;
  const around = keys.find((other) => key.startsWith(`${other}.`));
  return around === undefined ? undefined : `“${around}” is a text, so that it cannot be a group as well.`;
}
