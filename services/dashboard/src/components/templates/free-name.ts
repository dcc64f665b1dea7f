/** Longest name the contract takes. */
const longestName = 100;

/** The name, or with a number after it where templates have it already. Names differ by more than upper case. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : ` ${number}`;
    // Not in the middle of a character.
    const start = name.slice(0, longestName - end.length).replace(/[\uD800-\uDBFF]$/, "");
    const candidate = `${start.trimEnd()}${end}`;
    if (!known.has(candidate.toLowerCase())) return candidate;
  }
}
