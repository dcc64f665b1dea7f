import { Problem, type Failure, type PageSettings } from "@platen/contracts";
import type { OpenedDocument } from "@platen/contracts/internal";
import type { Admission, CompletedDocument, DocumentProducer, Permit, ReceivedReply, ReplyWaiter } from "@platen/queue";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import { event, tracing } from "@platen/telemetry";
import type { OnBehalf } from "../catalog/catalog.ts";
import type { Metrics } from "../metrics.ts";
import { grantFor } from "./document-grant.ts";
import { problemOfFailure } from "./outcomes.ts";
import type { Outcomes } from "./outcome-reporter.ts";

/** A worker that runs out of time says in which stage; its word is waited for a little beyond the deadline. */
const lastWordMs = 500;

const notQueued: Failure = { code: "unknown", message: "The document could not be queued.", retryable: true };

/** What is rendered. A source that belongs to no template has no template's id nor version. */
export type Opened = Pick<OpenedDocument, "documentId" | "projectId" | "sourceId"> &
  Partial<Pick<OpenedDocument, "templateId" | "version">>;

export type RenderRequest = {
  data: Record<string, unknown>;
  options: PageSettings;
  isPreview: boolean;
  /** Its permit, which is released when its reply is there or its wait has ended. */
  permit: Permit;
  /** When the document was asked for, in milliseconds since the epoch. */
  requestedAt: number;
  /** The date the PDF bears, where it is not the time of the request. */
  datedAt?: number | undefined;
  /** Whether the reply stays stored for others who ask for the same. */
  isKept?: boolean;
  /** When the answer is due. */
  deadlineAt: number;
  onBehalf: OnBehalf;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
};

/**
 * Makes the way from an opened document to its PDF: queue it, wait for the reply, and see to it that a document that
 * gets none has a final state all the same. It throws the problem the caller is told.
 */
export function createRenderOpened(deps: {
  admission: Pick<Admission, "release">;
  producer: DocumentProducer;
  waiter: ReplyWaiter;
  tokens: Pick<ServiceTokenSigner, "grant">;
  outcomes: Outcomes;
  metrics: Metrics;
}) {
  const { admission, producer, waiter, tokens, outcomes, metrics } = deps;

  function problemOf(failure: Failure): Problem {
    event.add({ failureCode: failure.code });
    metrics.countDocument(failure.code);
    return problemOfFailure(failure);
  }

  /** Takes the job back; says whether a worker had begun with it, as far as can be known. */
  async function withdraw(documentId: string): Promise<"queue" | "render"> {
    const withdrawn = await producer.withdraw(documentId).catch(() => "removed" as const);
    return withdrawn === "removed" ? "queue" : "render";
  }

  /** Waits until a worker has answered; throws if none does. */
  async function replyFor(opened: Opened, request: RenderRequest): Promise<ReceivedReply> {
    const { documentId, projectId, sourceId } = opened;
    const { onBehalf, signal, requestedAt, deadlineAt } = request;
    const granted = grantFor(tokens, opened, { isPreview: request.isPreview, deadlineAt });
    // A preview has no record that anything could be reported on.
    const reportCancelled = async () => {
      if (!request.isPreview) await outcomes.reportCancelled(granted, onBehalf);
    };
    const reportFailed = async (failure: Failure) => {
      if (!request.isPreview) await outcomes.reportFailed(granted, failure, onBehalf);
    };
    event.add({ documentId, projectId, templateId: opened.templateId, version: opened.version });

    async function abandon(): Promise<never> {
      metrics.countDocument("cancelled");
      await Promise.all([withdraw(documentId), reportCancelled()]);
      throw new Problem("dependency.unavailable", { message: "The caller hung up." });
    }

    async function giveUp(): Promise<never> {
      const stage = await withdraw(documentId);
      const failure: Failure = {
        code: "render_timeout",
        message: "The document was not ready within its deadline.",
        retryable: true,
        ...(stage === "queue" ? { stage } : {}),
      };
      await reportFailed(failure);
      throw problemOf(failure);
    }

    if (signal.aborted) return abandon();
    // Not AbortSignal.any, which costs more than all else here; the caller's signal does not outlive the request.
    const leaving = new AbortController();
    signal.addEventListener("abort", () => leaving.abort());
    const waiting = waiter.wait(documentId, {
      deadlineAt: deadlineAt + lastWordMs,
      signal: leaving.signal,
      isKept: request.isKept ?? false,
    });
    try {
      const job = {
        documentId,
        projectId,
        sourceId,
        data: request.data,
        options: request.options,
        requestedAt,
        deadlineAt,
        ...(request.datedAt !== undefined && { datedAt: request.datedAt }),
        grant: granted.grant,
        replyTo: waiter.channel,
        requestId: onBehalf.requestId,
      };
      await tracing.span({ name: "enqueue document", kind: "producer" }, () =>
        producer.add({ ...job, trace: tracing.carrier() }, request.permit),
      );
    } catch (error) {
      leaving.abort();
      metrics.countDocument("not_queued");
      await reportFailed(notQueued);
      throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause: error });
    }

    const result = await waiting;
    if (result.end === "abandoned") return abandon();
    if (result.end === "deadline") return giveUp();
    return result.reply;
  }

  return {
    /** Renders an opened document; throws the problem of one that cannot be. */
    async render(opened: Opened, request: RenderRequest): Promise<CompletedDocument> {
      let wasRendered = false;
      try {
        const reply = await replyFor(opened, request);
        wasRendered = reply.outcome === "completed" || reply.failure.stage !== "queue";
        if (reply.outcome === "failed") throw problemOf(reply.failure);
        const { pageCount, sizeBytes, queueMs, renderMs } = reply;
        event.add({ pageCount, sizeBytes, queueMs, renderMs });
        metrics.countDocument("completed");
        return reply;
      } finally {
        // Before the answer, so that a caller's next request finds the place free.
        admission.release(request.permit, { wasRendered });
      }
    },

    /** Closes the record of an opened document that got no place in the queue. */
    async refuse(opened: Opened, about: { deadlineAt: number; onBehalf: OnBehalf }): Promise<void> {
      const granted = grantFor(tokens, opened, { isPreview: false, deadlineAt: about.deadlineAt });
      await outcomes.reportFailed(granted, notQueued, about.onBehalf);
    },
  };
}
