/** Creates a set that forgets its members: each at the first addition later than `keptMs` after its own. */
export function createRecentSet(keptMs: number, now: () => number) {
  // A map keeps the order of insertion: the oldest come first.
  const addedAt = new Map<string, number>();
  return {
    add(member: string): void {
      const time = now();
      for (const [old, at] of addedAt) {
        if (time - at < keptMs) break;
        addedAt.delete(old);
      }
      addedAt.delete(member);
      addedAt.set(member, time);
    },
    has: (member: string): boolean => addedAt.has(member),
  };
}
