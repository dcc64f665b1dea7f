const megabyte = 1_000_000;

/** Limits at which pages and the whole browser are replaced. */
export type ReplacementLimits = {
  /** Pages kept for the projects served last, busy ones included. */
  maxPagesKept: number;
  /** A page without a document for this long is closed. */
  unusedPageMs: number;
  maxDocumentsPerPage: number;
  maxPageBytes: number;
  maxBrowserDocuments: number;
  /** Memory of all processes of the browser, without the memory that documents under way free when they end. */
  maxBrowserBytes: number;
  maxBrowserAgeMs: number;
  /** How often memory, age and unused pages are checked. */
  checkIntervalMs: number;
};

/** Limits for a browser that prints `concurrency` documents at once. */
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
  // With fewer pages than documents at once, no page would be kept for the next document.
  return { ...limits, maxPagesKept: Math.max(limits.maxPagesKept, concurrency) };
}
