/** Makes a set whose members leave it by themselves, at the next addition after `keptMs`. */
export function createRecentSet(keptMs: number) {
  // A map keeps the order of insertion: the oldest come first.
  const addedAt = new Map<string, number>();
  return {
    add(member: string): void {
      const now = performance.now();
      for (const [old, at] of addedAt) {
        if (now - at < keptMs) break;
        addedAt.delete(old);
      }
      addedAt.delete(member);
      addedAt.set(member, now);
    },
    has: (member: string): boolean => addedAt.has(member),
  };
}
