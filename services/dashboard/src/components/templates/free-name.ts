/** The longest name that the contract allows. */
const longestName = 100;

/** The name, with a number if templates have it already. Upper and lower case do not distinguish names. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : ` ${number}`;
    // Does not split a character.
    const start = name.slice(0, longestName - end.length).replace(/[\uD800-\uDBFF]$/, "");
    const candidate = `${start.trimEnd()}${end}`;
    if (!known.has(candidate.toLowerCase())) return candidate;
  }
}
