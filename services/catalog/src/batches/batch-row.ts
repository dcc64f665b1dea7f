import { Problem } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

export type BatchStatus = "receiving" | "queued" | "running" | "paused" | "completed" | "cancelled";

/** A batch as its columns and the sums of its counts. */
export type BatchRow = {
  batchId: string;
  name: string | null;
  templateId: string;
  templateName: string;
  version: number;
  filename: string | null;
  status: BatchStatus;
  reason: "too_many_failures" | "abandoned" | null;
  rowCount: number;
  attempt: number;
  metadata: Record<string, string> | null;
  stopAfterFailures: number | null;
  notBefore: Date | null;
  clockAt: Date | null;
  clockDone: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  completed: number;
  failed: number;
  cancelled: number;
  pageCount: number;
  sizeBytes: number;
  renderMs: number;
};

export const batchColumns = `b.batch_id AS "batchId", b.name, b.template_id AS "templateId",
  b.template_name AS "templateName", b.version, b.settings->>'filename' AS filename, b.status, b.reason, b.row_count AS "rowCount", b.attempt, b.metadata,
  b.stop_after_failures AS "stopAfterFailures", b.not_before AS "notBefore", b.clock_at AS "clockAt",
  b.clock_done AS "clockDone", b.created_at AS "createdAt", b.started_at AS "startedAt", b.finished_at AS "finishedAt",
  c.completed, c.failed, c.cancelled, c.pages AS "pageCount", c.bytes AS "sizeBytes", c.render_ms AS "renderMs"`;

/** Sums of bigint come as texts otherwise. They stay below 2^53. */
export const batchFrom = `batches AS b CROSS JOIN LATERAL (
    SELECT coalesce(sum(completed), 0)::integer AS completed, coalesce(sum(failed), 0)::integer AS failed,
           coalesce(sum(cancelled), 0)::integer AS cancelled, coalesce(sum(pages), 0)::double precision AS pages,
           coalesce(sum(bytes), 0)::double precision AS bytes, coalesce(sum(render_ms), 0) AS render_ms
    FROM batch_counts WHERE batch_id = b.batch_id AND project_id = b.project_id
  ) AS c`;

/** The condition of a batch that was not deleted. */
export const isThere = "b.deleted_at IS NULL";

/** Reads a batch of a project. */
export async function findBatch(manager: EntityManager, projectId: string, batchId: string): Promise<BatchRow> {
  const [row] = await queryRows<BatchRow>(
    manager,
    `SELECT ${batchColumns} FROM ${batchFrom} WHERE b.batch_id = $1 AND b.project_id = $2 AND ${isThere}`,
    [batchId, projectId],
  );
  if (!row) throw new Problem("batch.not_found");
  return row;
}

/** Fewer rows tell too little about the time of the others. */
const leastDone = 5;

function estimatedEndOf(row: BatchRow, open: number, now: number): Date | null {
  const done = row.rowCount - open - row.clockDone;
  if (row.status !== "running" || row.clockAt === null || done < leastDone) return null;
  return new Date(now + (open * (now - row.clockAt.getTime())) / done);
}

/** A batch as the contract has it. */
export function toBatch({ clockAt, clockDone, completed, failed, cancelled, ...batch }: BatchRow, now = Date.now()) {
  const open = batch.rowCount - completed - failed - cancelled;
  return {
    ...batch,
    counts: { completed, failed, cancelled, open },
    estimatedEnd: estimatedEndOf({ clockAt, clockDone, completed, failed, cancelled, ...batch }, open, now),
  };
}

/** The problem of a call that the state of a batch does not allow. */
export function notOpen(status: BatchStatus, rule: string): Problem {
  return new Problem("batch.not_open", { message: `The batch is ${status}. ${rule}` });
}
