/** A repeated document takes milliseconds, as a rule. */
const usualWaitMs = 2_000;

/**
 * Lets documents whose browser another one has ended go first in the next browser. Documents that may keep that browser busy
 * wait for them, but no longer than `maxWaitMs`. Otherwise a document could lose one browser after another until its deadline.
 */
export function createRepeatedFirst({ maxWaitMs = usualWaitMs } = {}) {
  let repeated = 0;
  let done = Promise.withResolvers<void>();

  return {
    /** Runs the work on a document that is printed again. */
    async goFirst<T>(work: () => Promise<T>): Promise<T> {
      repeated += 1;
      try {
        return await work();
      } finally {
        repeated -= 1;
        if (repeated === 0) {
          done.resolve();
          done = Promise.withResolvers();
        }
      }
    },

    /** Resolves when no document is printed again. */
    async waitForThem(): Promise<void> {
      if (repeated === 0) return;
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, maxWaitMs);
      await Promise.race([done.promise, late.promise]);
      clearTimeout(timer);
    },
  };
}
