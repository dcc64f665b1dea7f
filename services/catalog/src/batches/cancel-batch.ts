import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { addToCounts, countDocuments } from "./batch-counts.ts";
import { lockBatch, type BatchRef } from "./batch-row.ts";
import { tellOfBatch } from "./tell-of-batch.ts";

/** Cancels all rows of a batch that are not done, and returns the documents among them. */
export async function cancelBatch(manager: EntityManager, ref: BatchRef): Promise<string[]> {
  const { projectId, batchId } = ref;
  const { status } = await lockBatch(manager, ref);
  if (status === "completed" || status === "cancelled") return [];
  // Rows without documents, of which none is opened while the batch is locked. The list of those to retry stays.
  await queryRows(
    manager,
    `WITH ended AS (
       UPDATE batches AS b SET status = 'cancelled', reason = NULL, finished_at = now(),
              next_row = row_count, retry_count = 0
       FROM (SELECT row_count - next_row + retry_count AS unopened FROM batches
             WHERE batch_id = $1 AND project_id = $2) AS old
       WHERE b.batch_id = $1 AND b.project_id = $2
       RETURNING b.batch_id, b.project_id, old.unopened
     )
     ${addToCounts("SELECT batch_id, project_id, 0, 0, unopened, 0, 0, 0, 0 FROM ended")}`,
    [batchId, projectId],
  );
  const cancelled = await queryRows<{ documentId: string }>(
    manager,
    `WITH cancelled AS (
       UPDATE documents SET status = 'cancelled', finished_at = now(), lease = NULL
       WHERE batch_id = $1 AND project_id = $2 AND lane = 1 AND status IN ('queued', 'rendering')
       RETURNING *
     ), freed AS (
       DELETE FROM document_inputs AS i USING cancelled AS c
       WHERE i.document_id = c.document_id AND i.project_id = c.project_id
     ), counted AS (${countDocuments("cancelled")})
     SELECT document_id AS "documentId" FROM cancelled`,
    [batchId, projectId],
  );
  await tellOfBatch(manager, ref);
  return cancelled.map(({ documentId }) => documentId);
}
