import type { Failure } from "@platen/contracts";
import { reportOutcomes, type CreatedDocument } from "@platen/contracts/internal";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import { describeError, type Logger } from "@platen/telemetry";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";

/** A caller may wait for a report, so a try is short. */
const timeoutMs = 1_500;
const tries = 3;

/** A grant outlives its document's deadline by this, so that a late worker can still report. */
const grantGraceMs = 60_000;

export type GrantedDocument = { documentId: string; grant: string };

export type ReportedOutcome = { status: "cancelled" } | { status: "failed"; failure: Failure };

export type OutcomeReporter = ReturnType<typeof createOutcomeReporter>;

/**
 * Creates the reporter of documents that no worker reports: not queued, not ready in time, or cancelled. It retries a
 * report that fails, then logs it. A report never fails a request.
 */
export function createOutcomeReporter(deps: {
  catalog: Pick<Catalog, "call">;
  tokens: Pick<ServiceTokenSigner, "grant">;
  logger: Pick<Logger, "warn">;
}) {
  const { catalog, tokens, logger } = deps;
  const pending = new Set<Promise<void>>();

  async function send(
    { documentId, grant }: GrantedDocument,
    outcome: ReportedOutcome,
    context: CatalogContext,
  ): Promise<void> {
    const body = { reports: [{ documentId, grant, ...outcome }] };
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      try {
        await catalog.call(reportOutcomes, { body }, context, { timeoutMs });
        return;
      } catch (error) {
        const fields = { requestId: context.requestId, documentId, attempt, ...describeError(error) };
        logger.warn("reporting a document's outcome failed", fields);
      }
    }
  }

  return {
    /** Creates the token that opens a document's source and outcome, and nothing else but to keep its PDF. */
    grant(
      { documentId, projectId, sourceId }: Pick<CreatedDocument, "documentId" | "projectId" | "sourceId">,
      {
        isPreview,
        deadlineAt,
        keepSeconds,
      }: { isPreview: boolean; deadlineAt: number; keepSeconds?: number | undefined },
    ): GrantedDocument {
      const lifeMs = Math.max(0, deadlineAt - Date.now()) + grantGraceMs;
      const claims = {
        documentId,
        projectId,
        sourceId,
        preview: isPreview,
        ...(keepSeconds !== undefined && { keepSeconds }),
      };
      return { documentId, grant: tokens.grant(claims, Math.ceil(lifeMs / 1_000)) };
    },

    /** Reports an outcome; resolves when the catalog has it or the last try has failed. */
    report(document: GrantedDocument, outcome: ReportedOutcome, context: CatalogContext): Promise<void> {
      const sending = send(document, outcome, context);
      pending.add(sending);
      return sending.finally(() => pending.delete(sending));
    },

    /** Resolves when no report is pending. */
    async settled(): Promise<void> {
      await Promise.all(pending);
    },
  };
}
