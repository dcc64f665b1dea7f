// Parts of bodies that are long work for others than the parser.

/** A name as long as a whole column of a table. */
export const longName = "n".repeat(42_000);

/** An object of so many short texts. */
export function objectOf(names: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: names }, (_, index) => [`k${index}`, ""]));
}

const characters = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).filter(
  (character) => character !== '"' && character !== "\\",
);

/**
 * An object of so many names of three characters, at most 804,357. A hash that adds characters times a small power, as
 * Java's does, has a tenth as many values of them.
 */
export function collidingNames(count: number): string {
  const names: string[] = [];
  for (const first of characters) {
    for (const second of characters) {
      for (const third of characters) {
        if (names.length === count) return `{${names.join()}}`;
        names.push(`"${first}${second}${third}":1`);
      }
    }
  }
  return `{${names.join()}}`;
}
