import { Problem, type Failure, type RenderRequest } from "@platen/contracts";
import type { CreatedDocument } from "@platen/contracts/internal";
import type { DocumentProducer, Permit, ReceivedReply, ReplyWaiter, Withdrawal } from "@platen/queue";
import { event, tracing } from "@platen/telemetry";
import type { CatalogContext } from "../catalog/catalog.ts";
import type { OutcomeReporter, ReportedOutcome } from "./outcome-reporter.ts";
import { failed, NotCompleted, notQueued, timedOut } from "./outcomes.ts";

/** A worker that runs out of time replies with the stage; the gateway waits for that a little beyond the deadline. */
const lastReplyMs = 500;

/** A document to render. A source that belongs to no template has neither a template's id nor a version. */
export type RenderableDocument = Pick<CreatedDocument, "documentId" | "projectId" | "sourceId"> &
  Partial<Pick<CreatedDocument, "templateId" | "version">> & {
    /** For how many seconds the PDF is kept for downloads; undefined for a PDF that is only answered. */
    keepSeconds?: number | undefined;
  };

/** A request to render, and who waits for it until when. */
export type RenderTask = {
  request: RenderRequest;
  /** Whether the document has no record. */
  isPreview: boolean;
  /** When the caller asked for the document, in milliseconds since the epoch. */
  requestedAt: number;
  /** Whether the reply stays stored for later requests with the same Idempotency-Key. */
  isKept?: boolean;
  /** In milliseconds since the epoch. */
  deadlineAt: number;
  context: CatalogContext;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
};

export type RenderAndWait = ReturnType<typeof createRenderAndWait>;

/**
 * Creates the function that adds a document's job to the queue and waits for the reply. If no reply comes, it withdraws
 * the job, reports the document's outcome and throws {@link NotCompleted}.
 */
export function createRenderAndWait(deps: {
  producer: Pick<DocumentProducer, "add" | "withdraw">;
  waiter: Pick<ReplyWaiter, "channel" | "wait">;
  reporter: Pick<OutcomeReporter, "grant" | "report">;
  /** Called for a document whose job Redis has lost, as a replica does that did not have it when it took over. */
  countLost: () => void;
}) {
  const { producer, waiter, reporter, countLost } = deps;

  /** Withdraws a job. Returns what it found: while Redis is away the guess that the job waits. */
  function withdraw(documentId: string): Promise<Withdrawal> {
    return producer.withdraw(documentId).catch(() => "removed" as const);
  }

  return async function renderAndWait(
    document: RenderableDocument,
    permit: Permit,
    task: RenderTask,
  ): Promise<ReceivedReply> {
    const { documentId, projectId, sourceId, templateId, version, keepSeconds } = document;
    const { request, isPreview, context, signal, requestedAt, deadlineAt } = task;
    const granted = reporter.grant(document, { isPreview, deadlineAt, keepSeconds });
    event.add({ documentId, projectId, templateId, version });

    /** A preview and a check have no record to report on. */
    async function report(outcome: ReportedOutcome): Promise<void> {
      if (!isPreview) await reporter.report(granted, outcome, context);
    }

    async function cancel(): Promise<never> {
      await Promise.all([withdraw(documentId), report({ status: "cancelled" })]);
      const problem = new Problem("dependency.unavailable", { message: "The caller hung up." });
      throw new NotCompleted("cancelled", problem);
    }

    async function timeOut(): Promise<never> {
      const withdrawn = await withdraw(documentId);
      if (withdrawn === "missing") {
        countLost();
        event.add({ isLost: true });
      }
      const failure: Failure = timedOut(withdrawn === "removed" ? "queue" : undefined);
      await report({ status: "failed", failure });
      throw failed(failure);
    }

    if (signal.aborted) return cancel();
    // Not AbortSignal.any, which costs more than all else here; the caller's signal does not outlive the request.
    const stopWaiting = new AbortController();
    signal.addEventListener("abort", () => stopWaiting.abort());
    const waiting = waiter.wait(documentId, {
      deadlineAt: deadlineAt + lastReplyMs,
      signal: stopWaiting.signal,
      isKept: task.isKept ?? false,
    });
    try {
      const job = {
        documentId,
        projectId,
        sourceId,
        accountId: permit.bucket.accountId,
        request,
        ...(keepSeconds !== undefined && { store: true as const }),
        requestedAt,
        deadlineAt,
        grant: granted.grant,
        replyTo: waiter.channel,
        requestId: context.requestId,
      };
      await tracing.span({ name: "enqueue document", kind: "producer" }, () =>
        producer.add({ ...job, trace: tracing.carrier() }, permit),
      );
    } catch (cause) {
      stopWaiting.abort();
      await report({ status: "failed", failure: notQueued });
      const problem = new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
      throw new NotCompleted("not_queued", problem);
    }

    const result = await waiting;
    if (result.end === "abandoned") return cancel();
    if (result.end === "deadline") return timeOut();
    const { reply } = result;
    // By its own clock the worker had too little time left.
    if (reply.outcome === "failed" && reply.failure.stage === "queue")
      event.add({ droppedWithMsLeft: deadlineAt - Date.now() });
    return reply;
  };
}
