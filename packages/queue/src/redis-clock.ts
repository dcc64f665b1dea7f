/** Deadlines are times of the clock: with a difference like this, documents are late when they begin. */
export const clockToleranceMs = 5_000;

/**
 * Creates the clock by which deadlines and grants are judged: that of this machine, unless it differs from that of Redis,
 * which all processes share. It runs on by itself, so that a clock which is set wrong meanwhile changes nothing.
 */
export function createRedisClock({ wall = Date.now, monotonic = () => performance.now() } = {}) {
  let aheadOfMonotonic: number | undefined;
  return {
    /** Takes the time of Redis, in milliseconds since the epoch. */
    observe(redisMs: number): void {
      aheadOfMonotonic = redisMs - monotonic();
    },

    now(): number {
      const own = wall();
      if (aheadOfMonotonic === undefined) return own;
      const shared = aheadOfMonotonic + monotonic();
      return Math.abs(own - shared) > clockToleranceMs ? shared : own;
    },
  };
}
