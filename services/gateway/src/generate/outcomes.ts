import { Problem, problems, type Failure } from "@platen/contracts";
import type { CompletedDocument, ReceivedReply } from "@platen/queue";
import { event } from "@platen/telemetry";
import type { DocumentOutcome, Metrics } from "../metrics.ts";
import { failureProblems } from "../refusals/failure-problems.ts";

const retryAfterSeconds = 1;

/** The failure of a document whose job could not be added to the queue. */
export const notQueued: Failure = {
  code: "unknown",
  message: "The document could not be queued.",
  retryable: true,
};

/** The failure of a document at its deadline. Without a stage, a worker had begun to render it. */
export function timedOut(stage?: "opening" | "queue"): Failure {
  return {
    code: "render_timeout",
    message: "The document was not ready within its deadline.",
    ...(stage !== undefined && { stage }),
    retryable: true,
  };
}

/** Creates the problem that answers a failed document. Details of our own faults stay in the log. */
export function problemOfFailure(failure: Failure): Problem {
  const code = failureProblems[failure.code];
  if (code === "internal") return new Problem(code, { cause: new Error(`the document failed: ${failure.code}`) });
  if (problems[code].status === 503) return new Problem(code, { retryAfterSeconds });
  if (code === "render.timeout") {
    const stage = failure.stage ?? "render";
    return new Problem(code, {
      message: `The document was not ready within its deadline; the time went into the stage: ${stage}.`,
    });
  }
  return new Problem(code, { message: failure.message, ...(failure.details ? { details: failure.details } : {}) });
}

/** Thrown for a document that is not completed: the outcome to count, and the problem that answers its caller. */
export class NotCompleted extends Error {
  override readonly name = "NotCompleted";
  readonly outcome: DocumentOutcome;
  readonly problem: Problem;

  constructor(outcome: DocumentOutcome, problem: Problem) {
    super(`the document is not completed: ${outcome}`, { cause: problem });
    this.outcome = outcome;
    this.problem = problem;
  }
}

/** Creates what is thrown for a document with a failure. */
export function failed(failure: Failure): NotCompleted {
  event.add({ failureCode: failure.code });
  return new NotCompleted(failure.code, problemOfFailure(failure));
}

function isNotCompleted(error: unknown): error is NotCompleted {
  return error instanceof Error && error.name === "NotCompleted";
}

export type CountOutcome = ReturnType<typeof createCountOutcome>;

/**
 * Creates the one place that counts what became of documents. It runs the whole way of a document and counts its
 * outcome once. A request that the catalog refuses, or that fails before its document is known, has none.
 */
export function createCountOutcome({ metrics }: { metrics: Pick<Metrics, "countDocument"> }) {
  return async function countOutcome<Result extends { reply: ReceivedReply }>(
    generate: () => Promise<Result>,
  ): Promise<Result & { reply: CompletedDocument }> {
    try {
      const result = await generate();
      const { reply } = result;
      if (reply.outcome === "failed") throw failed(reply.failure);
      const { pageCount, sizeBytes, queueMs, renderMs } = reply;
      event.add({ pageCount, sizeBytes, queueMs, renderMs });
      metrics.countDocument("completed");
      return { ...result, reply };
    } catch (error) {
      if (!isNotCompleted(error)) throw error;
      metrics.countDocument(error.outcome);
      throw error.problem;
    }
  };
}
