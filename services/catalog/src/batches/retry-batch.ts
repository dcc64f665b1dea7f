import type { operations, ParsedRequest } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { addToCounts } from "./batch-counts.ts";
import { lockBatch, notOpen, type BatchRef } from "./batch-row.ts";

/** For so long after its end, a batch has its rows, to retry those that failed. */
export const rowsKept = "1 day";

/** Which rows are made again: failed ones, those with warnings, or both. */
export type RetriedRows = ParsedRequest<typeof operations.retryBatch.key>["body"];

/**
 * Each of the two finds its documents by an index: those of the whole batch, or those with warnings. A row counts with its
 * newest document.
 */
const retrySql = `
  WITH chosen AS (
    SELECT * FROM (
      SELECT DISTINCT ON (row_number) row_number, status, failure, NULL::text[] AS warning_codes,
             0 AS page_count, 0 AS size_bytes, 0::double precision AS render_ms
      FROM documents WHERE batch_id = $1 AND project_id = $2 AND $3::text IS NOT NULL
      ORDER BY row_number, document_id DESC
    ) AS newest
    WHERE status = 'failed' AND ($3 = 'all' OR (failure->>'retryable')::boolean)
    UNION ALL
    SELECT row_number, status, failure, warning_codes, page_count, size_bytes, render_ms FROM documents AS d
    WHERE batch_id = $1 AND project_id = $2 AND warning_codes IS NOT NULL AND status = 'completed'
      AND ($4 = 'any' OR $4 = ANY (warning_codes))
      AND NOT EXISTS (
        SELECT 1 FROM documents AS later
        WHERE later.batch_id = $1 AND later.project_id = $2 AND later.row_number = d.row_number
          AND later.document_id > d.document_id)
  ), kept AS (
    INSERT INTO batch_retries (batch_id, row_number, project_id) SELECT $1, row_number, $2 FROM chosen
    ON CONFLICT DO NOTHING
    RETURNING row_number
  ), retried AS (
    SELECT * FROM chosen JOIN kept USING (row_number)
  ), uncounted AS (
    ${addToCounts(`
      SELECT $1::text, $2::text, -count(*) FILTER (WHERE status = 'completed')::integer,
             -count(*) FILTER (WHERE status = 'failed')::integer, 0,
             -count(*) FILTER (WHERE warning_codes IS NOT NULL)::integer, -coalesce(sum(page_count), 0)::bigint,
             -coalesce(sum(size_bytes), 0)::bigint, -coalesce(sum(render_ms), 0)
      FROM retried HAVING count(*) > 0`)}
  )
  SELECT count(*)::integer AS rows, count(*) FILTER (WHERE status = 'failed')::integer AS failed FROM retried`;

/** Has rows of a batch made again, by further documents. */
export async function retryBatch(manager: EntityManager, ref: BatchRef, which: RetriedRows): Promise<void> {
  const { projectId, batchId } = ref;
  const batch = await lockBatch(manager, ref);
  if (batch.status !== "completed" && batch.status !== "paused")
    throw notOpen(batch.status, "Only rows of a completed or paused batch can be tried again.");
  const [kept] = await queryRows<{ hasRows: boolean }>(
    manager,
    `SELECT has_rows AND coalesce(finished_at > now() - interval '${rowsKept}', true) AS "hasRows"
     FROM batches WHERE batch_id = $1 AND project_id = $2`,
    [batchId, projectId],
  );
  if (kept?.hasRows !== true)
    throw notOpen(batch.status, "It has ended more than a day ago, so Platen has deleted its rows.");
  const [retried] = await queryRows<{ rows: number; failed: number }>(manager, retrySql, [
    batchId,
    projectId,
    which.failed ?? null,
    which.warning ?? null,
  ]);
  if (!retried || retried.rows === 0) return;
  const done = batch.rowCount - batch.counts.open - retried.rows;
  await queryRows(
    manager,
    `UPDATE batches
     SET status = 'running', reason = NULL, finished_at = NULL, attempt = attempt + 1,
         retry_count = retry_count + $3, forgiven_failures = $4, clock_at = now(), clock_done = $5
     WHERE batch_id = $1 AND project_id = $2`,
    [batchId, projectId, retried.rows, batch.counts.failed - retried.failed, done],
  );
  await queryRows(manager, "DELETE FROM batch_archives WHERE batch_id = $1 AND project_id = $2", [batchId, projectId]);
}
