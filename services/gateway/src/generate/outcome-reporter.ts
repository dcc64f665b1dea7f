import type { Failure } from "@platen/contracts";
import { reportOutcomes } from "@platen/contracts/internal";
import { describeError, type Logger } from "@platen/telemetry";
import type { Catalog, OnBehalf } from "../catalog/catalog.ts";

/** A caller may be waiting behind a report, so it does not wait long. */
const timeoutMs = 1_500;
const tries = 3;

export type GrantedDocument = { documentId: string; grant: string };

/**
 * Makes the reports of documents that no worker will report: not queued, not ready in time, or not wanted any more.
 * A report that does not get through is tried again in the background and then logged; it never fails a request.
 */
export function createOutcomes({ catalog, logger }: { catalog: Catalog; logger: Logger }) {
  const underWay = new Set<Promise<void>>();

  async function send(
    { documentId, grant }: GrantedDocument,
    outcome: { status: "cancelled" } | { status: "failed"; failure: Failure },
    onBehalf: OnBehalf,
  ): Promise<void> {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      try {
        await catalog.call(reportOutcomes, { body: { reports: [{ documentId, grant, ...outcome }] } }, onBehalf, {
          timeoutMs,
        });
        return;
      } catch (error) {
        const fields = { requestId: onBehalf.requestId, documentId, attempt, ...describeError(error) };
        logger.warn("the outcome of a document was not reported", fields);
      }
    }
  }

  function track(work: Promise<void>): Promise<void> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  return {
    reportFailed: (document: GrantedDocument, failure: Failure, onBehalf: OnBehalf): Promise<void> =>
      track(send(document, { status: "failed", failure }, onBehalf)),
    reportCancelled: (document: GrantedDocument, onBehalf: OnBehalf): Promise<void> =>
      track(send(document, { status: "cancelled" }, onBehalf)),
    /** Resolves when no report is under way any more. */
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type Outcomes = ReturnType<typeof createOutcomes>;
