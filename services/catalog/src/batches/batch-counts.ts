import { randomInt } from "node:crypto";
import { createId } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { prepare, queryRows } from "../database/rows.ts";
import { tellOfBatches, toldBatchColumns } from "../deliveries/batch-event.ts";
import { warnedRows } from "./batch-row.ts";

/** Each process adds to rows of its own, so that no two processes wait for each other. */
const shard = randomInt(64);

/** A part of a statement that adds changes to the counts of batches. `rows` selects what `INSERT` names here. */
export function addToCounts(rows: string): string {
  return `INSERT INTO batch_counts AS n
      (batch_id, project_id, completed, failed, cancelled, warned, pages, bytes, render_ms, shard)
    SELECT r.*, ${shard} FROM (${rows}) AS r
    ON CONFLICT (batch_id, shard) DO UPDATE
    SET completed = n.completed + EXCLUDED.completed, failed = n.failed + EXCLUDED.failed,
        cancelled = n.cancelled + EXCLUDED.cancelled, warned = n.warned + EXCLUDED.warned,
        pages = n.pages + EXCLUDED.pages, bytes = n.bytes + EXCLUDED.bytes,
        render_ms = n.render_ms + EXCLUDED.render_ms, changed_at = now()`;
}

/** The columns that {@link countDocuments} reads, beside those of a message about a document. */
export const countedColumns = "d.batch_id, d.render_ms, d.warning_codes";

/** A part of a statement that counts the documents of batches that `changed` has changed, once they are final. */
export function countDocuments(changed: string): string {
  // In one order, so that two statements never wait for each other's rows.
  return addToCounts(`
    SELECT d.batch_id, d.project_id, count(*) FILTER (WHERE d.status = 'completed')::integer,
           count(*) FILTER (WHERE d.status = 'failed')::integer,
           count(*) FILTER (WHERE d.status = 'cancelled')::integer,
           count(*) FILTER (WHERE d.status = 'completed' AND d.warning_codes IS NOT NULL)::integer,
           coalesce(sum(d.page_count), 0)::bigint, coalesce(sum(d.size_bytes), 0)::bigint, coalesce(sum(d.render_ms), 0)
    FROM ${changed} AS d
    WHERE d.batch_id IS NOT NULL AND d.status IN ('completed', 'failed', 'cancelled')
    GROUP BY d.batch_id, d.project_id ORDER BY d.batch_id`);
}

/** A batch without `stopAfterFailures` is paused after so many failures, if they are half of what is done. */
const usualFailures = 50;

const settleSql = `
  WITH settled AS (
    UPDATE batches AS b
    SET status = CASE WHEN c.done >= b.row_count THEN 'completed' ELSE 'paused' END,
        reason = CASE WHEN c.done >= b.row_count THEN NULL ELSE 'too_many_failures' END,
        finished_at = CASE WHEN c.done >= b.row_count THEN now() END
    FROM (
      SELECT o.project_id, i.*, n.*, n.completed + n.failed + n.cancelled AS done
      FROM unnest($1::text[], $2::text[]) AS i (batch_id, delivery_id)
      JOIN batches AS o ON o.batch_id = i.batch_id AND o.status IN ('queued', 'running', 'paused')
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(completed), 0) AS completed, coalesce(sum(failed), 0) AS failed,
               coalesce(sum(cancelled), 0) AS cancelled, ${warnedRows} AS warned, coalesce(sum(pages), 0) AS pages,
               coalesce(sum(bytes), 0) AS bytes
        FROM batch_counts WHERE batch_id = o.batch_id AND project_id = o.project_id
      ) AS n
    ) AS c
    WHERE b.batch_id = c.batch_id AND b.project_id = c.project_id AND (
      (b.status IN ('queued', 'running', 'paused')
        AND b.next_row = b.row_count AND b.retry_count = 0 AND c.done >= b.row_count)
      OR (b.status = 'running' AND c.done < b.row_count
        AND CASE WHEN b.stop_after_failures IS NULL
              THEN c.failed - b.forgiven_failures >= ${usualFailures} AND 2 * c.failed >= c.done
              ELSE c.failed - b.forgiven_failures >= b.stop_after_failures END))
    RETURNING ${toldBatchColumns}, c.delivery_id, c.completed, c.failed, c.cancelled, c.warned, c.pages, c.bytes
  )
  ${tellOfBatches("settled")}`;

const openSql = "SELECT batch_id AS \"batchId\" FROM batches WHERE status IN ('queued', 'running', 'paused')";

/**
 * Creates the function that completes batches whose rows are all done, pauses those of which too many have failed, and
 * makes the message about each of them. Call it after the transaction that counted: of several, the last then sees what
 * all have counted. Without ids it looks at all open batches, for processes that ended in between.
 */
export function createSettleBatches(dataSource: DataSource) {
  const settle = prepare<object>(dataSource, "settle_batches", settleSql);

  return async function settleBatches(batchIds?: readonly string[]): Promise<void> {
    const open =
      batchIds ?? (await queryRows<{ batchId: string }>(dataSource.manager, openSql)).map((row) => row.batchId);
    if (open.length === 0) return;
    await settle([open, open.map(() => createId("delivery"))]);
  };
}

export type SettleBatches = ReturnType<typeof createSettleBatches>;
