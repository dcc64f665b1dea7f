import { closest, distance } from "fastest-levenshtein";

/** The comparison takes a time that grows with the product of both lengths. */
const longestName = 100;

/** The advice for a name that no snippet has. */
export function unknownSnippet(name: string, known: readonly string[]): string {
  if (name.startsWith("*")) {
    return `The name of a snippet cannot come from the data: write each name in a section, such as {{# isPaid }}{{> receipt }}{{/ isPaid }}.`;
  }
  const shown = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  const near = name.length > longestName || known.length === 0 ? undefined : closest(name, known);
  const isNear = near !== undefined && distance(name, near) <= Math.max(1, Math.floor(name.length / 2));
  return `The project has no snippet "${shown}".${isNear ? ` Did you mean "${near}"?` : ""}`;
}
