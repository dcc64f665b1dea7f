import { closest, distance } from "fastest-levenshtein";

/** The comparison takes a time that grows with the product of both lengths. */
const longestName = 40;

/** The known name that an author may have meant by another one; undefined if no known name is near. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName || known.length === 0) return undefined;
  const near = closest(name, known);
  return distance(name, near) <= Math.max(1, Math.floor(name.length / 2)) ? near : undefined;
}

/** A name of the author as a message shows it. */
export function shownName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}
