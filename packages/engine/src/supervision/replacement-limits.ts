const megabyte = 1_000_000;

/** When pages, and the browser as a whole, are replaced. */
export type ReplacementLimits = {
  /** Pages kept for the projects served last, those at work included. */
  maxPagesKept: number;
  /** After this long without a document a page is closed. */
  unusedPageMs: number;
  maxDocumentsPerPage: number;
  maxPageBytes: number;
  maxBrowserDocuments: number;
  /** Of all its processes, without what goes by itself with the documents under way. */
  maxBrowserBytes: number;
  maxBrowserAgeMs: number;
  /** How often memory, age and unused pages are looked at. */
  checkIntervalMs: number;
};

/** Limits for a browser that prints so many documents at once. */
export function replacementLimits(concurrency: number, given: Partial<ReplacementLimits> = {}): ReplacementLimits {
  const limits = {
    maxPagesKept: 32,
    unusedPageMs: 5 * 60_000,
    maxDocumentsPerPage: 1_000,
    maxPageBytes: 200 * megabyte,
    maxBrowserDocuments: 10_000,
    maxBrowserBytes: (400 + 400 * concurrency) * megabyte,
    maxBrowserAgeMs: 6 * 60 * 60_000,
    checkIntervalMs: 10_000,
    ...given,
  };
  // Fewer pages than documents at once would keep none for the next.
  return { ...limits, maxPagesKept: Math.max(limits.maxPagesKept, concurrency) };
}
