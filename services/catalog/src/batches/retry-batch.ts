import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { addToCounts } from "./batch-counts.ts";
import { lockBatch, notOpen, type BatchRef } from "./batch-row.ts";

/** For so long after its end, a batch has its rows, to retry those that failed. */
export const rowsKept = "1 day";

const failedRowsSql = `
  INSERT INTO batch_retries (batch_id, row_number, project_id)
  SELECT $1, newest.row_number, $2 FROM (
    SELECT DISTINCT ON (row_number) row_number, status, failure FROM documents
    WHERE batch_id = $1 AND project_id = $2 ORDER BY row_number, document_id DESC
  ) AS newest
  WHERE newest.status = 'failed' AND ($3 OR (newest.failure->>'retryable')::boolean)
  ON CONFLICT DO NOTHING
  RETURNING row_number`;

/** Has failed rows of a batch made again, by further documents. */
export async function retryBatch(manager: EntityManager, ref: BatchRef, which: "all" | "retryable"): Promise<void> {
  const { projectId, batchId } = ref;
  const batch = await lockBatch(manager, ref);
  if (batch.status !== "completed" && batch.status !== "paused")
    throw notOpen(batch.status, "Only the failed rows of a completed or paused batch can be tried again.");
  const [kept] = await queryRows<{ hasRows: boolean }>(
    manager,
    `SELECT has_rows AND coalesce(finished_at > now() - interval '${rowsKept}', true) AS "hasRows"
     FROM batches WHERE batch_id = $1 AND project_id = $2`,
    [batchId, projectId],
  );
  if (kept?.hasRows !== true)
    throw notOpen(batch.status, "It has ended more than a day ago, so Platen has deleted its rows.");
  const rows = await queryRows(manager, failedRowsSql, [batchId, projectId, which === "all"]);
  if (rows.length === 0) return;
  const done = batch.rowCount - batch.counts.open - rows.length;
  await queryRows(
    manager,
    addToCounts("SELECT $1::text, $2::text, 0, -$3::integer, 0, 0::bigint, 0::bigint, 0::double precision"),
    [batchId, projectId, rows.length],
  );
  await queryRows(
    manager,
    `UPDATE batches
     SET status = 'running', reason = NULL, finished_at = NULL, attempt = attempt + 1,
         retry_count = retry_count + $3, forgiven_failures = $4, clock_at = now(), clock_done = $5
     WHERE batch_id = $1 AND project_id = $2`,
    [batchId, projectId, rows.length, batch.counts.failed - rows.length, done],
  );
  await queryRows(manager, "DELETE FROM batch_archives WHERE batch_id = $1 AND project_id = $2", [batchId, projectId]);
}
