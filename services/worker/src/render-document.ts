import { classify } from "@platen/engine/failure";
import { PermanentFailure, type AttemptContext, type DocumentJobData } from "@platen/queue";
import { describeError, event, tracing, type LogFields, type Logger } from "@platen/telemetry";
import { withDeadline } from "./deadline.ts";
import { createRenderAttempt, type AttemptDependencies } from "./render-attempt.ts";
import { isFinal } from "./render-failures.ts";

export type RenderDependencies = AttemptDependencies & { log: Logger };

/** Creates the handler of a job: it makes one attempt at it, measures and logs it, and tells whether another may follow. */
export function createRenderDocument(dependencies: RenderDependencies) {
  const { metrics, log, now } = dependencies;
  const attempt = createRenderAttempt(dependencies);

  return async function renderDocument(job: DocumentJobData, context: AttemptContext): Promise<void> {
    const startedAt = now();
    const queueMs = Math.max(0, startedAt - job.requestedAt);
    // A background document waits on purpose.
    if (context.attempt === 1 && job.lane !== "background") metrics.queueWaitSeconds.observe(queueMs / 1_000);
    const span = tracing.open({ name: "render document", kind: "consumer", parent: job.trace });
    const fields: LogFields = {
      requestId: job.requestId,
      ...(span && { traceId: span.traceId }),
      projectId: job.projectId,
      documentId: job.documentId,
      sourceId: job.sourceId,
      ...(job.batchId !== undefined && { batchId: job.batchId }),
      attempt: context.attempt,
      queueMs,
    };
    const tryOnce = () =>
      withDeadline(job.deadlineAt - startedAt, context.signal, (signal) =>
        attempt(job, { signal, isOurs: context.isOurs, startedAt, queueMs }),
      );
    await event.run(fields, async () => {
      try {
        await (span ? span.run(tryOnce) : tryOnce());
        metrics.attempts.inc({ outcome: "completed" });
      } catch (thrown) {
        const error = classify(thrown);
        metrics.attempts.inc({ outcome: error.code });
        event.add({ failureCode: error.code, failureStage: error.stage });
        // The message of a syntax error quotes the template. The document's record has it.
        if (error.code !== "template_syntax") event.add(describeError(error));
        const isPastDeadline = now() >= job.deadlineAt;
        if (isFinal(error, { attempt: context.attempt, isPastDeadline }))
          throw new PermanentFailure(error.code, { cause: error });
        throw error;
      } finally {
        const isWritten = "failureCode" in fields || log.isSampled?.(job.requestId) !== false;
        if (isWritten) log.info("document", { ...fields, durationMs: now() - startedAt });
        span?.end({ fields, isFailed: "failureCode" in fields });
      }
    });
  };
}
