import { setTimeout as delay } from "node:timers/promises";
import { ApiProblem, type Transport } from "@platen/client";
import type { ResponseOutput } from "@platen/contracts";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import type { ServiceTokenVerifier } from "@platen/service-tokens";
import { describeError, type Logger } from "@platen/telemetry";

const timeoutMs = 5_000;
const maxBatch = 500;
/** Reports kept while the catalog is unavailable. A document whose report is lost stays "rendering" in the catalog. */
const maxWaiting = 20_000;
const retryPauseMs = 500;
/**
 * The time between two calls, by the most urgent of the reports that wait. Under load several reports share a call. A
 * single report does not wait. An awaited report waits after awaited reports alone.
 */
const intervalsMs = { awaited: 20, usual: 50, gathered: 100 } as const;
type Urgency = keyof typeof intervalsMs;
/** How long "rendering" reports are held back. Most documents end sooner, and need none. */
const renderingDelayMs = 250;

export type ReportOptions = {
  /** Runs once the catalog has the report. */
  onTaken?: (() => void) | undefined;
  /** "awaited" where a caller waits for this outcome. "gathered" for a row of a batch, which has many others. */
  urgency?: Urgency;
};

type WaitingReport = ReportOptions & { report: OutcomeReport };

export type OutcomeReporter = {
  /** Reports the outcome of a document to the catalog, soon. */
  report(report: OutcomeReport, options?: ReportOptions): void;
  /** Sends the waiting reports, for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
};

/**
 * Sends reports in batches. A report goes at once, unless a batch was sent just before: then it waits and shares the
 * next batch with the reports of the meantime. Documents that end soon get no "rendering" report.
 */
export function createOutcomeReporter(options: {
  catalog: Pick<Transport, "call">;
  /** Calls on new connections, which may lead to another catalog. */
  elsewhere: Pick<Transport, "call">;
  grants: Pick<ServiceTokenVerifier, "verifyReportingGrant">;
  log: Logger;
}): OutcomeReporter {
  const { catalog, elsewhere, grants, log } = options;
  const rendering = new Map<string, { report: OutcomeReport; timer: NodeJS.Timeout }>();
  let waiting: WaitingReport[] = [];
  let sending: Promise<void> | undefined;
  let lastSentAt = -Infinity;
  let lastAwaitedAt = -Infinity;
  /** That of the most urgent report that waits. */
  let urgency: Urgency = "gathered";
  let isUnavailable = false;
  /** The catalog of the last call refused grants that are valid. */
  let isElsewhereNext = false;
  const closing = new AbortController();
  const ended = new AbortController();
  let hurrying = new AbortController();

  function isValid(grant: string): boolean {
    try {
      grants.verifyReportingGrant(grant);
      return true;
    } catch {
      return false;
    }
  }

  /** Takes what one catalog refused back to the reports that wait: its clock may differ from that of the others. */
  async function keepRefused(batch: WaitingReport[], refused: ReadonlySet<string>): Promise<void> {
    const kept = batch.filter(({ report: { documentId, grant } }) => refused.has(documentId) && isValid(grant));
    log.warn("the catalog refused some document reports", {
      refused: refused.size,
      sentAgain: kept.length,
    });
    isElsewhereNext = kept.length > 0;
    if (kept.length === 0) return;
    waiting = [...kept, ...waiting];
    await delay(retryPauseMs, undefined, { signal: ended.signal });
  }

  async function send(batch: WaitingReport[]): Promise<void> {
    lastSentAt = performance.now();
    if (batch.some((sent) => sent.urgency === "awaited")) lastAwaitedAt = lastSentAt;
    if (waiting.length === 0) urgency = "gathered";
    const reports = batch.map(({ report }) => report);
    let answer: ResponseOutput<typeof reportOutcomes>;
    try {
      const called = isElsewhereNext ? elsewhere : catalog;
      answer = await called.call(reportOutcomes, { body: { reports } }, { timeoutMs });
    } catch (error) {
      if (error instanceof ApiProblem && error.status < 500) {
        log.error("the catalog rejected a batch of document reports", {
          reports: reports.length,
          ...describeError(error),
        });
        return;
      }
      if (!isUnavailable) log.warn("the catalog is unavailable; document reports wait", describeError(error));
      isUnavailable = true;
      waiting = [...batch, ...waiting];
      await delay(retryPauseMs, undefined, { signal: ended.signal });
      return;
    }
    isUnavailable = false;
    isElsewhereNext = false;
    const refusedDocuments = new Set<string>(answer.refusedDocuments);
    for (const { report, onTaken } of batch) if (!refusedDocuments.has(report.documentId)) onTaken?.();
    if (refusedDocuments.size > 0) await keepRefused(batch, refusedDocuments);
  }

  /** How long the next batch still waits for others. */
  function aheadMs(): number {
    if (closing.signal.aborted) return 0;
    const last = urgency === "awaited" ? lastAwaitedAt : lastSentAt;
    return last + intervalsMs[urgency] - performance.now();
  }

  async function pause(ms: number): Promise<void> {
    hurrying = new AbortController();
    await delay(ms, undefined, { signal: AbortSignal.any([closing.signal, hurrying.signal]) }).catch(() => {
      // The reporter is closing, or a more urgent report came.
    });
  }

  async function sendAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const waitMs = aheadMs();
        // A timer may end up to a millisecond early.
        if (waitMs >= 1) await pause(waitMs);
        else await send(waiting.splice(0, maxBatch));
      }
    } catch {
      // The grace ended while this waited for the catalog.
    }
    // Not when the promise settles: a report between the two would wait for the next one.
    sending = undefined;
  }

  function enqueue(report: OutcomeReport, reportOptions: ReportOptions = {}): void {
    if (waiting.length >= maxWaiting) {
      const dropped = waiting.shift();
      log.warn("too many document reports are waiting; dropped the oldest", {
        documentId: dropped?.report.documentId,
      });
    }
    waiting.push({ report, ...reportOptions });
    const own = reportOptions.urgency ?? "usual";
    if (intervalsMs[own] < intervalsMs[urgency]) {
      urgency = own;
      hurrying.abort();
    }
    sending ??= sendAll();
  }

  function hold(report: OutcomeReport): void {
    const { documentId } = report;
    if (rendering.has(documentId)) return;
    const timer = setTimeout(() => {
      rendering.delete(documentId);
      enqueue(report);
    }, renderingDelayMs);
    rendering.set(documentId, { report, timer });
  }

  function release(documentId: string): OutcomeReport | undefined {
    const held = rendering.get(documentId);
    clearTimeout(held?.timer);
    rendering.delete(documentId);
    return held?.report;
  }

  return {
    report(report, reportOptions) {
      if (report.status === "rendering") {
        hold(report);
        return;
      }
      const held = release(report.documentId);
      // Only the "rendering" report has the time in the queue. The catalog applies both as one change.
      if (held && report.status === "failed") waiting.push({ report: held });
      enqueue(report, reportOptions);
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
