import type { OutcomeReport } from "@platen/contracts/internal";
import type { DocumentJobAddress, DocumentReply, DoneNote, ReplySender } from "@platen/queue";
import { tracing } from "@platen/telemetry";
import type { OutcomeReporter, ReportOptions } from "./outcome-reporter.ts";

export type OutcomeDependencies = {
  replies: Pick<ReplySender, "send">;
  outcomes: Pick<OutcomeReporter, "report">;
  /** Tells the feeder of background documents that an outcome was reported. */
  sendDoneNote: (note: DoneNote) => void;
};

/** Tells the outcome of a document to its caller, and to the catalog. */
export function createDocumentOutcome({ replies, outcomes, sendDoneNote }: OutcomeDependencies) {
  /** What follows when the catalog has the outcome of a background document. */
  function whenTaken({ lane, batchId }: DocumentJobAddress, note: DoneNote): ReportOptions {
    if (lane !== "background") return {};
    return { onTaken: () => sendDoneNote(note), urgency: batchId === undefined ? "awaited" : "usual" };
  }

  return {
    /** Sends the reply of a document that a caller waits for. */
    async answer({ replyTo }: DocumentJobAddress, reply: DocumentReply): Promise<void> {
      if (replyTo !== undefined) await tracing.span({ name: "reply" }, () => replies.send(replyTo, reply));
    },
    report(job: DocumentJobAddress, outcome: OutcomeReport, done: Omit<DoneNote, "documentId">): void {
      outcomes.report(outcome, whenTaken(job, { documentId: job.documentId, ...done }));
    },
  };
}
