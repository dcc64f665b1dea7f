import type { Failure, Warning } from "@platen/contracts";
import type { OutcomeReport } from "@platen/contracts/internal";
import { retries } from "@platen/contracts/retries";
import type { ServiceTokenVerifier, VerifiedGrant } from "@platen/service-tokens";
import type { DataSource } from "typeorm";
import { prepare } from "../database/rows.ts";
import { countDocuments, countedColumns, type SettleBatches } from "../batches/batch-counts.ts";
import type { NameFiles } from "../batches/file-names.ts";
import { tellOfDocuments, toldColumns } from "../deliveries/document-event.ts";
import { background, laneOf } from "../database/lane.ts";
import { lostFailure } from "./lost-documents.ts";
import type { StorageWatch } from "./storage-watch.ts";

/** A report as the columns that it changes. */
type Outcome = {
  documentId: string;
  projectId: string;
  status: OutcomeReport["status"];
  pageCount: number | null;
  sizeBytes: number | null;
  sha256: string | null;
  queueMs: number | null;
  renderMs: number | null;
  failure: string | null;
  warnings: string | null;
  /** The file name of the batch, filled with the data of the row. */
  filename: string | null;
  /** The kept PDF that is recorded with the outcome. */
  contentId: string | null;
  crc32: number | null;
  lane: number;
  /** Whether the failure may pass. */
  isRetryable: boolean;
  /** Whether the try does not count: its time was over before a worker began, or the catalog or the storage was away. */
  isUncounted: boolean;
  /** The end of the lease under which the attempt was made, which names the attempt. */
  leasedUntil: Date | null;
};

const waits = retries.backgroundWaits;

const isRetried = `(d.lane = ${background} AND (o.is_uncounted OR (o.is_retryable AND d.attempts < ${waits.length})))`;

/**
 * The state table as a condition: `queued → rendering → completed | failed | cancelled`, where `rendering` may be
 * skipped. A late or repeated report, or one from a second worker, matches no row. A document that no caller waits for is
 * queued again after a failure that may pass. A report that comes many minutes late may name a PDF that was swept. It
 * matches no row either, and the document is made again. A document that counts as lost is completed by its report, which
 * comes late after an outage of all catalogs: its caller has the PDF.
 * The subquery hides from the planner how many reports there are. Otherwise PostgreSQL finds a plan for a single report
 * cheaper than the one it keeps for any number, and plans all partitions again for each report.
 */
const applyOutcomes = ({
  condition = "",
  returning,
  consequences = "",
}: {
  condition?: string;
  returning: string;
  consequences?: string;
}) => `
  WITH applied AS (
    UPDATE documents AS d
    SET status = CASE WHEN ${isRetried} THEN 'queued' ELSE o.status END,
        page_count = o.page_count, size_bytes = o.size_bytes, sha256 = o.sha256,
        queue_ms = coalesce(o.queue_ms, d.queue_ms), render_ms = o.render_ms,
        failure = CASE WHEN ${isRetried} THEN NULL ELSE o.failure::jsonb END,
        warnings = o.warnings::jsonb, filename = coalesce(o.filename, d.filename),
        warning_codes = (SELECT array_agg(DISTINCT w->>'code') FROM jsonb_array_elements(o.warnings::jsonb) AS w),
        finished_at = CASE WHEN o.status = 'rendering' OR ${isRetried} THEN NULL ELSE now() END,
        attempts = d.attempts + CASE WHEN ${isRetried} AND NOT o.is_uncounted THEN 1 ELSE 0 END,
        due_at = CASE WHEN NOT ${isRetried} THEN d.due_at WHEN o.is_uncounted THEN now()
                      ELSE now() + make_interval(secs => (ARRAY[${waits.join(", ")}])[d.attempts + 1]) END,
        lease = CASE WHEN ${isRetried} THEN NULL ELSE d.lease END
    FROM unnest((SELECT $1::text[]), $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::double precision[],
                $8::double precision[], $9::text[], $10::text[], $11::smallint[], $12::boolean[], $13::boolean[], $14::text[],
                $15::text[], $16::bigint[], $17::timestamptz[])
      AS o (document_id, project_id, status, page_count, size_bytes, sha256, queue_ms, render_ms, failure, warnings,
            lane, is_retryable, is_uncounted, filename, content_id, crc32, leased_until)
    WHERE d.document_id = o.document_id AND d.project_id = o.project_id AND d.lane = o.lane
      AND (d.status = 'queued' OR (d.status = 'rendering' AND o.status <> 'rendering')
           OR (o.status = 'completed' AND d.status = 'failed' AND d.failure = '${JSON.stringify(lostFailure)}'::jsonb)) ${condition}
    RETURNING ${returning}
  ) ${consequences}
  SELECT batch_id AS "batchId" FROM applied`;

/** Documents whose callers wait pay nothing for those that no caller waits for. */
const applyInteractiveSql = applyOutcomes({ returning: "d.batch_id" });

/**
 * The end of a document that no caller waits for records its PDF, deletes its input, makes the message to its `callbackUrl`
 * and counts for its batch. A failure counts only while its attempt has the lease: a worker whose answer was lost reports it
 * again, maybe after the document was leased again.
 */
const applyAnySql = applyOutcomes({
  condition: `AND (o.status <> 'failed' OR o.leased_until IS NULL OR (d.lease IS NOT NULL AND d.due_at = o.leased_until))
      AND (o.content_id IS NULL OR EXISTS (
        SELECT 1 FROM document_contents AS c
        WHERE c.content_id = o.content_id AND c.document_id = o.document_id AND c.project_id = o.project_id
          AND c.deleted_at IS NULL))`,
  returning: `${toldColumns}, ${countedColumns}, o.content_id, o.crc32`,
  consequences: `, freed AS (
    DELETE FROM document_inputs AS i USING applied AS a
    WHERE a.lane = ${background} AND a.status NOT IN ('queued', 'rendering')
      AND i.document_id = a.document_id AND i.project_id = a.project_id
  ), recorded AS (
    UPDATE document_contents AS c SET sha256 = a.sha256, size_bytes = a.size_bytes, crc32 = a.crc32
    FROM applied AS a
    WHERE c.content_id = a.content_id AND c.project_id = a.project_id AND c.deleted_at IS NULL
  ), told AS (
    ${tellOfDocuments("applied")}
  ), counted AS (${countDocuments("applied")})`,
});

/** jsonb cannot store NUL characters and unpaired surrogates, which a message that quotes a template may contain. */
function storable(value: Failure | readonly Warning[]): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "string" ? member.toWellFormed().replaceAll("\0", "\u{fffd}") : member,
  );
}

/** Whether a try at a document failed because its PDF could not be kept, which may pass. */
function isNotKept(report: OutcomeReport): boolean {
  return report.status === "failed" && report.failure.code === "storage_unavailable" && report.failure.retryable;
}

function toOutcome(grant: VerifiedGrant, report: OutcomeReport, isStorageAway: boolean): Outcome {
  const { projectId } = grant;
  const completed = report.status === "completed" ? report : undefined;
  const failure = report.status === "failed" ? report.failure : undefined;
  const isCatalogAway = report.status === "failed" && report.failure.retryable && report.isCatalogAway === true;
  const isUnstarted = failure?.code === "render_timeout" && failure.stage === "queue";
  return {
    documentId: report.documentId,
    projectId,
    status: report.status,
    pageCount: completed?.pageCount ?? null,
    sizeBytes: completed?.sizeBytes ?? null,
    sha256: completed?.sha256 ?? null,
    queueMs: "queueMs" in report ? report.queueMs : null,
    renderMs: completed?.renderMs ?? null,
    failure: failure ? storable(failure) : null,
    warnings: completed?.warnings && completed.warnings.length > 0 ? storable(completed.warnings) : null,
    filename: completed?.filename ?? null,
    contentId: completed?.content?.contentId ?? null,
    crc32: completed?.content?.crc32 ?? null,
    lane: laneOf(grant),
    isRetryable: failure?.retryable === true,
    isUncounted: isUnstarted || isCatalogAway || (isStorageAway && isNotKept(report)),
    leasedUntil: grant.leasedUntil === undefined ? null : new Date(grant.leasedUntil),
  };
}

/** Whether a later report on a document is to be applied in place of an earlier one. */
function goesBefore(later: Outcome, earlier: Outcome): boolean {
  if (earlier.status === "rendering") return later.status !== "rendering";
  if (earlier.status !== "failed") return false;
  // The document was leased again since: of its attempts, the last one counts, unless one has succeeded.
  return later.status === "completed" || (later.status === "failed" && isOfLaterLease(later, earlier));
}

function isOfLaterLease(later: Outcome, earlier: Outcome): boolean {
  return later.leasedUntil !== null && earlier.leasedUntil !== null && later.leasedUntil > earlier.leasedUntil;
}

/** One statement changes a row once. Of several reports on a document, a final state wins over `rendering`. */
function mergeOutcomes(outcomes: readonly Outcome[]): Outcome[] {
  const merged = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const earlier = merged.get(outcome.documentId);
    if (!earlier) merged.set(outcome.documentId, outcome);
    else if (goesBefore(outcome, earlier)) {
      merged.set(outcome.documentId, { ...outcome, queueMs: outcome.queueMs ?? earlier.queueMs });
    }
  }
  return [...merged.values()];
}

/** Creates the function that applies the workers' reports, each authorised by its own grant. */
export function createReportOutcomes(options: {
  dataSource: DataSource;
  serviceTokens: ServiceTokenVerifier;
  nameFiles: NameFiles;
  settleBatches: SettleBatches;
  storageWatch: Pick<StorageWatch, "isAwayAfterFailure">;
}) {
  const { dataSource, storageWatch } = options;
  const applyInteractive = prepare<{ batchId: string | null }>(dataSource, "apply_interactive", applyInteractiveSql);
  const applyAny = prepare<{ batchId: string | null }>(dataSource, "apply_outcomes", applyAnySql);

  /** The claims of a report's grant; undefined for an invalid grant or another document's. */
  function grantOf({ grant, documentId }: OutcomeReport): VerifiedGrant | undefined {
    try {
      const claims = options.serviceTokens.verifyReportingGrant(grant);
      return claims.documentId === documentId ? claims : undefined;
    } catch {
      return undefined;
    }
  }

  return async function reportOutcomes(reports: readonly OutcomeReport[]): Promise<{
    applied: number;
    refusedDocuments: string[];
  }> {
    const granted = reports.map((report) => ({ report, grant: grantOf(report) }));
    const refusedDocuments = granted.filter(({ grant }) => !grant).map(({ report }) => report.documentId);
    const isAnyNotKept = granted.some(
      ({ report, grant }) => grant && laneOf(grant) === background && isNotKept(report),
    );
    const isStorageAway = isAnyNotKept && (await storageWatch.isAwayAfterFailure());
    // A preview has no document row.
    const outcomes = mergeOutcomes(
      granted.flatMap(({ report, grant }) =>
        grant && !grant.preview ? [toOutcome(grant, report, isStorageAway)] : [],
      ),
    );
    if (outcomes.length === 0) return { applied: 0, refusedDocuments };
    const names = await options.nameFiles(
      outcomes.filter(({ lane, status }) => lane === background && status === "completed"),
    );
    const apply = outcomes.some(({ lane }) => lane === background) ? applyAny : applyInteractive;
    const applied = await apply([
      outcomes.map((outcome) => outcome.documentId),
      outcomes.map((outcome) => outcome.projectId),
      outcomes.map((outcome) => outcome.status),
      outcomes.map((outcome) => outcome.pageCount),
      outcomes.map((outcome) => outcome.sizeBytes),
      outcomes.map((outcome) => outcome.sha256),
      outcomes.map((outcome) => outcome.queueMs),
      outcomes.map((outcome) => outcome.renderMs),
      outcomes.map((outcome) => outcome.failure),
      outcomes.map((outcome) => outcome.warnings),
      outcomes.map((outcome) => outcome.lane),
      outcomes.map((outcome) => outcome.isRetryable),
      outcomes.map((outcome) => outcome.isUncounted),
      outcomes.map(({ documentId }) => names.get(documentId) ?? null),
      outcomes.map((outcome) => outcome.contentId),
      outcomes.map((outcome) => outcome.crc32),
      outcomes.map((outcome) => outcome.leasedUntil),
    ]);
    const batchIds = new Set(applied.map(({ batchId }) => batchId).filter((batchId) => batchId !== null));
    await options.settleBatches([...batchIds]);
    return { applied: applied.length, refusedDocuments };
  };
}

export type ReportOutcomes = ReturnType<typeof createReportOutcomes>;
