/** In milliseconds. A document takes several times as long to print, so who waits behind it loses little by waiting for others. */
const perDocumentAhead = 1.5;
const longestSpacing = 100;

/**
 * How far apart, in milliseconds, calls are that open documents, so that several go together. Nothing for a document whose
 * turn is next, however many wait behind it; for one far back in the queue it makes no difference.
 */
export function openingSpacingMs(documentsAhead: number): number {
  return Math.min(longestSpacing, documentsAhead * perDocumentAhead);
}
