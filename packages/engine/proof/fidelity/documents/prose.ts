const sentence =
  "The quick brown fox jumps over the lazy dog while five wizards, boxing quickly, affirm that office workflows differ.";
const words = sentence.split(" ");

/** Running text with this number of words, always the same. */
export function prose(count: number): string {
  return Array.from({ length: count }, (_, index) => words[index % words.length]).join(" ");
}

/** The joined results of `count` calls of `make`. */
export function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join("");
}
