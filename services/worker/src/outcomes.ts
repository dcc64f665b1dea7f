import { setTimeout as delay } from "node:timers/promises";
import { ApiProblem, type Transport } from "@platen/client";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import { describeError, type Logger } from "@platen/telemetry";

const timeoutMs = 5_000;
const maxBatch = 500;
/** Reports kept while the catalog is away; a document whose report is lost stays "rendering" there. */
const maxWaiting = 20_000;
const retryPauseMs = 500;

export type Outcomes = {
  /** Reports what became of a document, some time soon. */
  report(report: OutcomeReport): void;
  /** Sends what is left, for at most so long. */
  close(graceMs: number): Promise<void>;
};

/** Sends reports one batch at a time: a lone one at once, those that come meanwhile together. */
export function createOutcomes(options: { catalog: Transport; log: Logger }): Outcomes {
  const { catalog, log } = options;
  let waiting: OutcomeReport[] = [];
  let sending: Promise<void> | undefined;
  let isAway = false;
  const ended = new AbortController();

  async function send(reports: OutcomeReport[]): Promise<void> {
    try {
      const { refused } = await catalog.call(reportOutcomes, { body: { reports } }, { timeoutMs });
      if (refused > 0) log.warn("the catalog refused reports on documents", { refused });
      isAway = false;
    } catch (error) {
      if (error instanceof ApiProblem && error.status < 500) {
        log.error("the catalog does not take reports on documents", {
          reports: reports.length,
          ...describeError(error),
        });
        return;
      }
      if (!isAway) log.warn("the catalog is away; reports on documents wait", describeError(error));
      isAway = true;
      waiting = [...reports, ...waiting];
      await delay(retryPauseMs, undefined, { signal: ended.signal });
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await send(waiting.splice(0, maxBatch));
  }

  function start(): void {
    sending ??= sendAll()
      .catch(() => {
        // Ended while it waited for the catalog to come back.
      })
      .finally(() => {
        sending = undefined;
      });
  }

  return {
    report(report) {
      if (waiting.length >= maxWaiting) {
        waiting.shift();
        log.warn("a report on a document is given up", { documentId: report.documentId });
      }
      waiting.push(report);
      start();
    },
    async close(graceMs) {
      const timer = setTimeout(() => ended.abort(), graceMs);
      await sending;
      clearTimeout(timer);
      if (waiting.length > 0) log.error("reports on documents were not sent", { reports: waiting.length });
    },
  };
}
