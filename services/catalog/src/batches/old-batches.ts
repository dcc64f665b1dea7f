import { createId } from "@platen/contracts";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import { tellOfBatches, toldBatchColumns } from "../deliveries/batch-event.ts";
import { addToCounts, type SettleBatches } from "./batch-counts.ts";
import { rowsKept } from "./retry-batch.ts";

const settleIntervalMs = 10_000;
const rowsIntervalMs = 10_000;
const checkIntervalMs = 60_000;
/** Chunks have up to a megabyte each. */
const chunkBatchSize = 200;
const smallBatchSize = 5_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 100;

const isAbandoned = "b.status = 'receiving' AND b.received_at < now() - interval '1 day'";

const abandonedSql = `SELECT b.batch_id AS "batchId" FROM batches AS b WHERE ${isAbandoned} LIMIT ${batchSize}`;

/** Looks again, because a row may have come meanwhile. */
const abandonSql = `
  WITH abandoned AS (
    UPDATE batches AS b
    SET status = 'cancelled', reason = 'abandoned', finished_at = now(), next_row = row_count
    FROM unnest($1::text[], $2::text[]) AS i (batch_id, delivery_id)
    WHERE b.batch_id = i.batch_id AND ${isAbandoned}
    RETURNING ${toldBatchColumns}, i.delivery_id,
      0 AS completed, 0 AS failed, b.row_count AS cancelled, 0 AS warned, 0 AS pages, 0 AS bytes
  ), told AS (
    ${tellOfBatches("abandoned")}
  )
  ${addToCounts("SELECT batch_id, project_id, 0, 0, row_count, 0, 0, 0, 0 FROM abandoned")}`;

const endedSql = `
  SELECT batch_id AS "batchId", project_id AS "projectId" FROM batches
  WHERE has_rows AND deleted_at IS NULL AND finished_at IS NOT NULL
    AND (status = 'cancelled' OR finished_at < now() - interval '${rowsKept}')
  ORDER BY finished_at LIMIT ${batchSize}`;

const removeSql = `
  WITH removed AS (
    DELETE FROM batches AS b
    USING (
      SELECT o.batch_id, o.project_id FROM projects AS p
      CROSS JOIN LATERAL (
        SELECT batch_id, project_id FROM batches
        WHERE project_id = p.project_id AND created_at < now() - make_interval(days => $1)
          AND finished_at IS NOT NULL AND NOT has_rows
        ORDER BY created_at LIMIT ${batchSize}
        FOR UPDATE SKIP LOCKED
      ) AS o
      LIMIT ${batchSize}
    ) AS old
    WHERE b.batch_id = old.batch_id AND b.project_id = old.project_id
    RETURNING b.batch_id, b.project_id
  ), counts AS (
    DELETE FROM batch_counts AS c USING removed AS r WHERE c.batch_id = r.batch_id AND c.project_id = r.project_id
  ), archives AS (
    DELETE FROM batch_archives AS a USING removed AS r WHERE a.batch_id = r.batch_id AND a.project_id = r.project_id
  ), untold AS (
    DELETE FROM deliveries AS v USING removed AS r WHERE v.project_id = r.project_id AND v.subject_id = r.batch_id
  )
  SELECT batch_id FROM removed`;

/**
 * Completes batches whose last report was counted by a catalog that then ended, cancels those to which no row came for a
 * day, and deletes what is no longer of use: rows of batches that were cancelled or ended a day ago, lists of files that were written again,
 * and batches that are as old as the documents whose records go.
 */
export function createOldBatches(options: {
  dataSource: DataSource;
  settleBatches: SettleBatches;
  logger: Logger;
  keptDays: number | undefined;
}) {
  const { dataSource, settleBatches, logger, keptDays } = options;
  const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    queryRows<Row>(dataSource.manager, sql, values);

  async function deleteRowsOf(of: { batchId: string; projectId: string }): Promise<void> {
    const portions = [
      { table: "batch_chunks", row: "first_row", size: chunkBatchSize },
      { table: "batch_retries", row: "row_number", size: smallBatchSize },
      { table: "batch_file_names", row: "name_key", size: smallBatchSize },
    ] as const;
    for (const { table, row, size } of portions) {
      for (let deleted: number = size; deleted === size;) {
        const rows = await query(
          `DELETE FROM ${table} WHERE batch_id = $1 AND project_id = $2 AND ${row} IN (
             SELECT ${row} FROM ${table} WHERE batch_id = $1 AND project_id = $2 LIMIT ${size})
           RETURNING 1`,
          [of.batchId, of.projectId],
        );
        deleted = rows.length;
      }
    }
  }

  /** Deletes the rows of batches that were cancelled or ended long ago: no failed row of them can be tried again. */
  async function deleteRows(signal?: AbortSignal): Promise<void> {
    for (const batch of await query<{ batchId: string; projectId: string }>(endedSql)) {
      if (signal?.aborted) return;
      await deleteRowsOf(batch);
      // Nothing changes the batch any more, so its address is called no more.
      await query("UPDATE batches SET has_rows = false, sealed_url = NULL WHERE batch_id = $1 AND project_id = $2", [
        batch.batchId,
        batch.projectId,
      ]);
    }
  }

  async function removeOld(days: number, signal?: AbortSignal): Promise<void> {
    for (let isMore = true; isMore;) {
      const removed = await query(removeSql, [days]);
      isMore = removed.length === batchSize && signal?.aborted !== true;
    }
  }

  async function cancelAbandoned(): Promise<void> {
    const batchIds = (await query<{ batchId: string }>(abandonedSql)).map(({ batchId }) => batchId);
    if (batchIds.length > 0) await query(abandonSql, [batchIds, batchIds.map(() => createId("delivery"))]);
  }

  async function clean(signal?: AbortSignal): Promise<void> {
    await cancelAbandoned();
    await query("DELETE FROM batch_archives WHERE good_until <= now()");
    // An hour after it was written, because a list is found once its last page is there.
    await query(
      `DELETE FROM batch_archive_pages AS p WHERE p.created_at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT 1 FROM batch_archives AS a WHERE a.archive_id = p.archive_id)`,
    );
    if (keptDays !== undefined) await removeOld(keptDays, signal);
  }

  const settling = startHousekeeping({
    what: "complete batches",
    everyMs: settleIntervalMs,
    work: () => settleBatches(),
    logger,
  });
  const deleting = startHousekeeping({
    what: "delete rows of batches",
    everyMs: rowsIntervalMs,
    work: deleteRows,
    logger,
  });
  const cleaning = startHousekeeping({ what: "clean up batches", everyMs: checkIntervalMs, work: clean, logger });

  return {
    settle: settleBatches,
    clean,
    deleteRows,
    /** Deletes the rows of a batch that was just cancelled, after the answer. */
    deleteRowsSoon: () => deleting.wake(),
    /** Deletes the rows of a batch by portions. */
    deleteRowsOf,
    async close(): Promise<void> {
      await settling.close();
      await deleting.close();
      await cleaning.close();
    },
  };
}

export type OldBatches = ReturnType<typeof createOldBatches>;
