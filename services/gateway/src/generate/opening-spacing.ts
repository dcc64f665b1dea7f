/** In milliseconds. A document that waits takes several times as long to print, so the caller loses little by waiting for others. */
const perWaitingDocument = 1.5;
const longestSpacing = 100;

/**
 * How far apart, in milliseconds, calls are that open documents, so that several go together. Nothing while nobody
 * waits; in front of a queue it makes no difference to anybody.
 */
export function openingSpacingMs(documentsWaiting: number): number {
  return Math.min(longestSpacing, documentsWaiting * perWaitingDocument);
}
