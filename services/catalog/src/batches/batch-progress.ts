import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";

/** How the batches move that are due. */
export type BatchProgress = { batches: number; openRows: number; stillMs: number };

const progressSql = `
  SELECT count(*)::integer AS batches, coalesce(sum(b.row_count - c.done), 0)::integer AS "openRows",
         coalesce(max(extract(epoch FROM now() - greatest(b.clock_at, b.not_before, c.changed_at, b.received_at))), 0)
           ::double precision * 1000 AS "stillMs"
  FROM batches AS b
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(completed + failed + cancelled), 0) AS done, max(changed_at) AS changed_at
    FROM batch_counts WHERE batch_id = b.batch_id AND project_id = b.project_id
  ) AS c
  WHERE b.status IN ('queued', 'running') AND (b.not_before IS NULL OR b.not_before <= now())`;

/** Creates the function that tells how the batches of all projects move. */
export function createBatchProgress(dataSource: DataSource) {
  return async function readProgress(): Promise<BatchProgress> {
    const [found] = await queryRows<BatchProgress>(dataSource.manager, progressSql);
    return found ?? { batches: 0, openRows: 0, stillMs: 0 };
  };
}

export type BatchProgressReader = ReturnType<typeof createBatchProgress>;
