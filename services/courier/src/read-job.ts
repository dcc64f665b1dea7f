import { ApiProblem, TransportError, type Transport } from "@platen/client";
import type { Failure, RenderRequest } from "@platen/contracts";
import { reportOutcomes, type LeasedDocument } from "@platen/contracts/internal";
import { unpackBackgroundInput, type BackgroundJob } from "@platen/queue";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import { describeError, tracing, type Logger, type TraceCarrier } from "@platen/telemetry";
import type { RowReader } from "./batches/row-reader.ts";

/** A grant outlives its document's deadline by this, so that a late worker can still report. */
const grantGraceMs = 60_000;
const reportTimeoutMs = 10_000;

const unreadable: Failure = {
  code: "unknown",
  message: "Platen could not read the stored data of the document. Send the request again.",
  retryable: false,
};

/**
 * The trace to which the rendering of a document belongs: that of the request which made it. Each row of a batch has a trace
 * of its own that links to the request, because a trace of a million spans opens nowhere.
 */
function traceOf({
  documentId,
  projectId,
  requestId,
  row,
  trace: traceparent,
}: LeasedDocument): TraceCarrier | undefined {
  if (traceparent === undefined) return undefined;
  const span = tracing.open({
    name: "feed document",
    kind: "producer",
    ...(row ? { alsoFor: [{ traceparent }] } : { parent: { traceparent } }),
  });
  const trace = span?.run(() => tracing.carrier());
  span?.end({ fields: { documentId, projectId, requestId }, isFailed: false });
  return trace;
}

export type ReadJobDependencies = {
  catalog: Pick<Transport, "call">;
  tokens: Pick<ServiceTokenSigner, "grant">;
  rows: RowReader;
  log: Pick<Logger, "warn">;
  /** The time of a document from when it is fed. */
  deadlineMs: number;
  now: () => number;
};

/** Creates the function that reads what a leased document is made from, and makes its job. */
export function createReadJob({ catalog, tokens, rows, log, deadlineMs, now }: ReadJobDependencies) {
  function grantOf({ documentId, projectId, sourceId, keepSeconds, leasedUntil }: LeasedDocument): string {
    const claims = { documentId, projectId, sourceId, preview: false, keepSeconds, leasedUntil };
    return tokens.grant(claims, Math.ceil((deadlineMs + grantGraceMs) / 1_000));
  }

  /** An unreadable document fails, so that it does not hold up all others. */
  async function requestOf(document: LeasedDocument): Promise<RenderRequest | undefined> {
    const { documentId, projectId, row } = document;
    try {
      return row ? await rows.read(projectId, row) : await unpackBackgroundInput(document);
    } catch (error) {
      // The catalog is away, or the batch was cancelled meanwhile: neither is the document's fault.
      if (error instanceof TransportError || error instanceof ApiProblem) throw error;
      log.warn("cannot read the input of a document", { documentId, ...describeError(error) });
      const report = { documentId, grant: grantOf(document), status: "failed" as const, failure: unreadable };
      await catalog.call(reportOutcomes, { body: { reports: [report] } }, { timeoutMs: reportTimeoutMs });
      return undefined;
    }
  }

  /** Undefined for an unreadable document. */
  return async function readJob(document: LeasedDocument): Promise<BackgroundJob | undefined> {
    const { documentId, projectId, accountId, sourceId, requestId, createdAt, row } = document;
    const request = await requestOf(document);
    if (!request) return undefined;
    const fedAt = now();
    const trace = traceOf(document);
    return {
      documentId,
      projectId,
      accountId,
      sourceId,
      ...(row && { batchId: row.batchId }),
      requestId,
      // Every attempt makes the same bytes.
      request: { ...request, datedAt: createdAt },
      requestedAt: fedAt,
      deadlineAt: fedAt + deadlineMs,
      grant: grantOf(document),
      ...(trace && { trace }),
    };
  };
}
