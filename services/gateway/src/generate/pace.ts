/** Weight of the newest document in the mean. */
const weight = 1 / 16;
/** Waiting to go with others may cost this share of the time that a document takes at present, and never more than this. */
const share = 1 / 5;
const longestSpacingMs = 100;

/**
 * Keeps how long documents take at present, and so how far apart calls for several of them may be: without a queue they
 * are done soon and nothing is held up for long; in front of a queue it makes no difference.
 */
export function createPace() {
  let meanMs = 0;
  return {
    /** Notes how long a document took, from the request to its reply. */
    note(durationMs: number): void {
      meanMs += (durationMs - meanMs) * weight;
    },
    spacingMs: (): number => Math.min(longestSpacingMs, meanMs * share),
  };
}

export type Pace = ReturnType<typeof createPace>;
