const shortest = 1;
const longest = 60;
/** Each time varies by up to this share, so that callers who were refused together come back apart. */
const jitter = 0.25;

/**
 * When it makes sense to come back, in seconds: once half of the documents ahead are done at the measured rate (0 when
 * no rate is known).
 */
export function retryAfterSeconds(ahead: number, perSecond: number, random: () => number = Math.random): number {
  const halfDone = perSecond > 0 ? ahead / 2 / perSecond : shortest;
  const spread = 1 + (random() * 2 - 1) * jitter;
  return Math.ceil(Math.min(longest, Math.max(shortest, halfDone * spread, random() * 2)));
}
