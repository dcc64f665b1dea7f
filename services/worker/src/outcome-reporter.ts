import { setTimeout as delay } from "node:timers/promises";
import { ApiProblem, type Transport } from "@platen/client";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import { describeError, type Logger } from "@platen/telemetry";

const timeoutMs = 5_000;
const maxBatch = 500;
/** Reports kept while the catalog is away; a document whose report is lost stays "rendering" there. */
const maxWaiting = 20_000;
const retryPauseMs = 500;
/** From one batch to the next: under load several reports share a call, while a lone one waits for nothing. */
const paceMs = 50;
/** That a document is being rendered is news only when it takes this long; most have ended by then. */
const renderingIsNewsAfterMs = 250;

export type Outcomes = {
  /** Reports what became of a document, some time soon. */
  report(report: OutcomeReport): void;
  /** Sends what is left, for at most so long. */
  close(graceMs: number): Promise<void>;
};

/**
 * Sends reports in batches: the end of a document at once when none was sent just before, otherwise with those that
 * come meanwhile. "rendering" is left out for documents that end soon after.
 */
export function createOutcomes(options: { catalog: Transport; log: Logger }): Outcomes {
  const { catalog, log } = options;
  const rendering = new Map<string, { report: OutcomeReport; timer: NodeJS.Timeout }>();
  let waiting: OutcomeReport[] = [];
  let sending: Promise<void> | undefined;
  let lastSentAt = -Infinity;
  let isAway = false;
  const closing = new AbortController();
  const ended = new AbortController();

  async function send(reports: OutcomeReport[]): Promise<void> {
    lastSentAt = performance.now();
    try {
      const { refused } = await catalog.call(reportOutcomes, { body: { reports } }, { timeoutMs });
      if (refused > 0) log.warn("the catalog refused some document reports", { refused });
      isAway = false;
    } catch (error) {
      if (error instanceof ApiProblem && error.status < 500) {
        log.error("the catalog rejected a batch of document reports", {
          reports: reports.length,
          ...describeError(error),
        });
        return;
      }
      if (!isAway) log.warn("the catalog is unavailable; document reports wait", describeError(error));
      isAway = true;
      waiting = [...reports, ...waiting];
      await delay(retryPauseMs, undefined, { signal: ended.signal });
    }
  }

  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: closing.signal }).catch(() => {
      // Closing: what is left goes at once.
    });
  }

  async function sendAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const aheadMs = lastSentAt + paceMs - performance.now();
        if (aheadMs > 0) await pause(aheadMs);
        await send(waiting.splice(0, maxBatch));
      }
    } catch {
      // Ended while it waited for the catalog to come back.
    }
    // Here and not when its promise settles: a report between the two would be sent with the next one.
    sending = undefined;
  }

  function enqueue(report: OutcomeReport): void {
    if (waiting.length >= maxWaiting) {
      const dropped = waiting.shift();
      log.warn("too many document reports are waiting; dropped the oldest", { documentId: dropped?.documentId });
    }
    waiting.push(report);
    sending ??= sendAll();
  }

  function hold(report: OutcomeReport): void {
    const { documentId } = report;
    if (rendering.has(documentId)) return;
    const timer = setTimeout(() => {
      rendering.delete(documentId);
      enqueue(report);
    }, renderingIsNewsAfterMs);
    rendering.set(documentId, { report, timer });
  }

  function release(documentId: string): OutcomeReport | undefined {
    const held = rendering.get(documentId);
    clearTimeout(held?.timer);
    rendering.delete(documentId);
    return held?.report;
  }

  return {
    report(report) {
      if (report.status === "rendering") {
        hold(report);
        return;
      }
      const held = release(report.documentId);
      // It alone says how long a document that failed was queued; the catalog makes one change of the two.
      if (held && report.status === "failed") waiting.push(held);
      enqueue(report);
    },
    async close(graceMs) {
      closing.abort();
      for (const documentId of rendering.keys()) {
        const held = release(documentId);
        if (held) enqueue(held);
      }
      const timer = setTimeout(() => ended.abort(), graceMs);
      await sending;
      clearTimeout(timer);
      if (waiting.length > 0) log.error("stopped before all document reports were sent", { reports: waiting.length });
    },
  };
}
