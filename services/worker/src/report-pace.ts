import { setTimeout as delay } from "node:timers/promises";

/**
 * The time between two calls, by the most urgent of the reports that wait. Under load several reports share a call. A
 * single report does not wait. An awaited report waits after awaited reports alone.
 */
const intervalsMs = { awaited: 20, usual: 100 } as const;

/** "awaited" where a caller waits for this outcome, not for the document itself or for a batch. */
export type Urgency = keyof typeof intervalsMs;

/** Creates what tells when the next batch of reports is due. From the abort of `closing` on, each is due at once. */
export function createReportPace(closing: AbortSignal) {
  let lastSentAt = -Infinity;
  let lastAwaitedAt = -Infinity;
  /** That of the most urgent report that waits. */
  let urgency: Urgency = "usual";
  let hurrying = new AbortController();

  return {
    /** Notes the urgency of a report that waits from now on, and ends a pause that is too long for it. */
    hurry(own: Urgency = "usual"): void {
      if (intervalsMs[own] >= intervalsMs[urgency]) return;
      urgency = own;
      hurrying.abort();
    },
    /** Notes that a batch is sent now. */
    startBatch({ isAwaited, isLast }: { isAwaited: boolean; isLast: boolean }): void {
      lastSentAt = performance.now();
      if (isAwaited) lastAwaitedAt = lastSentAt;
      if (isLast) urgency = "usual";
    },
    /** How long the next batch still waits for others. */
    aheadMs(): number {
      if (closing.aborted) return 0;
      const last = urgency === "awaited" ? lastAwaitedAt : lastSentAt;
      return last + intervalsMs[urgency] - performance.now();
    },
    async pause(ms: number): Promise<void> {
      hurrying = new AbortController();
      await delay(ms, undefined, { signal: AbortSignal.any([closing, hurrying.signal]) }).catch(() => {
        // The reporter is closing, or a more urgent report came.
      });
    },
  };
}
