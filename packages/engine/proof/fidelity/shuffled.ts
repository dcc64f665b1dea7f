/** The items in an order that the seed alone decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Numbers from 0 to 1 by xorshift, which never yields zero from another number. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
