import { setTimeout as delay } from "node:timers/promises";
import { ApiProblem, type Transport } from "@platen/client";
import type { ResponseOutput } from "@platen/contracts";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import type { ServiceTokenVerifier } from "@platen/service-tokens";
import { describeError, type Logger } from "@platen/telemetry";
import { createHeldReports } from "./held-reports.ts";
import { createReportPace, type Urgency } from "./report-pace.ts";

const timeoutMs = 5_000;
const maxBatch = 500;
/** Reports kept while the catalog is unavailable. A document whose report is lost stays "rendering" in the catalog. */
const maxWaiting = 20_000;
const retryPauseMs = 500;

export type ReportOptions = {
  /** Runs once the catalog has the report. */
  onTaken?: (() => void) | undefined;
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
  let waiting: WaitingReport[] = [];
  let sending: Promise<void> | undefined;
  let isUnavailable = false;
  /** The catalog of the last call refused grants that are valid. */
  let isElsewhereNext = false;
  const closing = new AbortController();
  const ended = new AbortController();
  const pace = createReportPace(closing.signal);
  const rendering = createHeldReports(enqueue);

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
    pace.startBatch({ isAwaited: batch.some(({ urgency }) => urgency === "awaited"), isLast: waiting.length === 0 });
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

  async function sendAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const waitMs = pace.aheadMs();
        // A timer may end up to a millisecond early.
        if (waitMs >= 1) await pace.pause(waitMs);
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
    pace.hurry(reportOptions.urgency);
    sending ??= sendAll();
  }

  return {
    report(report, reportOptions) {
      if (report.status === "rendering") {
        rendering.hold(report);
        return;
      }
      const held = rendering.release(report.documentId);
      // Only the "rendering" report has the time in the queue. The catalog applies both as one change.
      if (held && report.status === "failed") waiting.push({ report: held });
      enqueue(report, reportOptions);
    },
    async close(graceMs) {
      closing.abort();
      rendering.flush();
      const timer = setTimeout(() => ended.abort(), graceMs);
      await sending;
      clearTimeout(timer);
      if (waiting.length > 0) log.error("stopped before all document reports were sent", { reports: waiting.length });
    },
  };
}
