import { classify, isNamed, RenderError, toFailure } from "@platen/engine/failure";
import type { DocumentJobAddress } from "@platen/queue";
import type { ServiceTokenVerifier } from "@platen/service-tokens";
import type { Logger } from "@platen/telemetry";
import { createDocumentOutcome, type OutcomeDependencies } from "./document-outcome.ts";
import { openGrant } from "./open-grant.ts";
import { isCatalogAway } from "./render-failures.ts";

export type AnswerFailureDependencies = OutcomeDependencies & {
  grants: Pick<ServiceTokenVerifier, "verifyGrant">;
  log: Logger;
};

/** Creates the handler that answers the gateway that waits for a job that has failed for good. */
export function createAnswerFailure(dependencies: AnswerFailureDependencies) {
  const { grants, log } = dependencies;
  const outcome = createDocumentOutcome(dependencies);

  return async function answerFailure(job: DocumentJobAddress, thrown: unknown): Promise<void> {
    const error = lastFailure(thrown);
    const { documentId, grant } = job;
    const failure = toFailure(error);
    log.info("document failed", {
      requestId: job.requestId,
      projectId: job.projectId,
      documentId,
      failureCode: error.code,
    });
    await outcome.answer(job, { outcome: "failed", documentId, failure });
    try {
      if (openGrant(grants, job).preview) return;
    } catch {
      // The catalog takes no report without a valid grant.
      return;
    }
    const away = isCatalogAway(error) && { isCatalogAway: true };
    outcome.report(job, { status: "failed", grant, documentId, failure, ...away }, { status: "failed" });
  };
}

/**
 * Finds the failure of a job. BullMQ itself fails a job that stalled too often; its error then is the cause of a crash.
 */
function lastFailure(thrown: unknown): RenderError {
  if (isNamed(thrown, "PermanentFailure") && thrown instanceof Error) return classify(thrown.cause);
  const isStalled = thrown instanceof Error && /stalled/i.test(thrown.message);
  return isStalled ? new RenderError("browser_crashed", { retryable: false, cause: thrown }) : classify(thrown);
}
