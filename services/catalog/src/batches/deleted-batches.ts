import { isProblem, Problem } from "@platen/contracts";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import type { Batches } from "./batches.ts";
import type { OldBatches } from "./old-batches.ts";

const checkIntervalMs = 10_000;
/** The rows of a batch whose PDFs one statement deletes, and the batches that one statement removes. */
const portion = 500;
/** A batch that is retried after each cancellation goes on more often than ever happens. */
const maxTries = 3;

/** A batch that is not final is cancelled first, so that none of its documents is made or kept afterwards. */
const markSql = `
  WITH marked AS (
    UPDATE batches SET deleted_at = now(), has_rows = true
    WHERE batch_id = $1 AND project_id = $2 AND deleted_at IS NULL AND status IN ('completed', 'cancelled')
    RETURNING batch_id
  )
  SELECT deleted_at IS NOT NULL OR EXISTS (SELECT 1 FROM marked) AS "isDeleted"
  FROM batches WHERE batch_id = $1 AND project_id = $2`;

const unpurgedSql = `
  SELECT batch_id AS "batchId", project_id AS "projectId", row_count AS "rowCount" FROM batches
  WHERE deleted_at IS NOT NULL AND has_rows ORDER BY deleted_at LIMIT ${portion}`;

/** The sweep of kept PDFs deletes their objects next. */
const deleteContentsSql = `
  UPDATE document_contents AS c SET deleted_at = now(), sweep_at = now()
  FROM documents AS d
  WHERE d.batch_id = $1 AND d.project_id = $2 AND d.row_number >= $3 AND d.row_number < $3 + ${portion}
    AND c.document_id = d.document_id AND c.project_id = d.project_id AND c.deleted_at IS NULL`;

const removeSql = `
  WITH removed AS (
    DELETE FROM batches WHERE batch_id IN (
      SELECT batch_id FROM batches
      WHERE deleted_at < now() - interval '1 day' AND NOT has_rows ORDER BY deleted_at LIMIT ${portion})
    RETURNING batch_id, project_id
  ), counts AS (
    DELETE FROM batch_counts AS c USING removed AS r WHERE c.batch_id = r.batch_id AND c.project_id = r.project_id
  )
  SELECT batch_id FROM removed`;

type Unpurged = { batchId: string; projectId: string; rowCount: number };

/**
 * Deletes batches: from the answer on, no caller gets a batch, its rows or its PDFs. The PDFs and rows are deleted by
 * portions afterwards, as a batch has up to a million. The batch stays for a day as one that was deleted, for requests that
 * are sent again.
 */
export function createDeletedBatches(options: {
  dataSource: DataSource;
  batches: Pick<Batches, "cancel">;
  oldBatches: Pick<OldBatches, "deleteRowsOf">;
  logger: Logger;
}) {
  const { dataSource, batches, oldBatches, logger } = options;
  const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    queryRows<Row>(dataSource.manager, sql, values);

  async function purgeBatch({ batchId, projectId, rowCount }: Unpurged, signal?: AbortSignal): Promise<void> {
    const values = [batchId, projectId];
    for (let from = 0; from < rowCount; from += portion) {
      if (signal?.aborted) return;
      await query(deleteContentsSql, [...values, from]);
    }
    await oldBatches.deleteRowsOf({ batchId, projectId });
    await query("DELETE FROM batch_archives WHERE batch_id = $1 AND project_id = $2", values);
    await query("UPDATE batches SET has_rows = false WHERE batch_id = $1 AND project_id = $2", values);
  }

  /** Deletes what batches had that were deleted, and forgets those that were deleted a day ago. */
  async function purge(signal?: AbortSignal): Promise<void> {
    for (const batch of await query<Unpurged>(unpurgedSql)) {
      if (signal?.aborted) return;
      await purgeBatch(batch, signal);
    }
    await query(removeSql);
  }

  /** Another request may delete the batch at the same time, which the next look finds. */
  const cancelUnlessDeleted = (projectId: string, batchId: string) =>
    batches.cancel(projectId, batchId).catch((error: unknown) => {
      if (isProblem(error)) return [];
      throw error;
    });

  const housekeeping = startHousekeeping({ what: "delete batches", everyMs: checkIntervalMs, work: purge, logger });

  return {
    purge,

    /** Deletes a batch, and returns its documents that were under way. */
    async remove(projectId: string, batchId: string): Promise<string[]> {
      const documentIds: string[] = [];
      for (let attempt = 1; attempt <= maxTries; attempt += 1) {
        const [found] = await query<{ isDeleted: boolean }>(markSql, [batchId, projectId]);
        if (!found) throw new Problem("batch.not_found");
        if (found.isDeleted) return documentIds;
        documentIds.push(...(await cancelUnlessDeleted(projectId, batchId)));
      }
      throw new Error("the batch is retried each time that it is cancelled");
    },

    close: () => housekeeping.close(),
  };
}

export type DeletedBatches = ReturnType<typeof createDeletedBatches>;
