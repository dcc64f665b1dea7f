import { Problem } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

export type BatchStatus = "receiving" | "queued" | "running" | "paused" | "completed" | "cancelled";

/** The ids that identify one batch of one project. */
export type BatchRef = { projectId: string; batchId: string };

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
  counts: { completed: number; failed: number; cancelled: number; open: number };
  rowsWithWarnings: number;
  pageCount: number;
  sizeBytes: number;
  renderMs: number;
};

/** The columns of a batch and of the sums of its counts by the names of the contract, for answers and messages. */
export const columnsOfBatch = ({ batch: b, counts: c }: { batch: string; counts: string }) =>
  ({
    batchId: `${b}.batch_id`,
    name: `${b}.name`,
    templateId: `${b}.template_id`,
    templateName: `${b}.template_name`,
    version: `${b}.version`,
    filename: `${b}.settings->>'filename'`,
    status: `${b}.status`,
    reason: `${b}.reason`,
    rowCount: `${b}.row_count`,
    counts: `json_build_object('completed', ${c}.completed, 'failed', ${c}.failed, 'cancelled', ${c}.cancelled,
      'open', ${b}.row_count - ${c}.completed - ${c}.failed - ${c}.cancelled)`,
    rowsWithWarnings: `${c}.warned`,
    pageCount: `${c}.pages`,
    sizeBytes: `${c}.bytes`,
    renderMs: `${c}.render_ms`,
    attempt: `${b}.attempt`,
    metadata: `${b}.metadata`,
    stopAfterFailures: `${b}.stop_after_failures`,
    notBefore: `${b}.not_before`,
    clockAt: `${b}.clock_at`,
    clockDone: `${b}.clock_done`,
    createdAt: `${b}.created_at`,
    startedAt: `${b}.started_at`,
    finishedAt: `${b}.finished_at`,
  }) satisfies Record<keyof BatchRow, string>;

export const batchColumns = Object.entries(columnsOfBatch({ batch: "b", counts: "c" }))
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(", ");

/** The sum of rows with warnings. Rows that were made before Platen counted them are not in it, and a retry takes them away. */
export const warnedRows = "greatest(coalesce(sum(warned), 0), 0)";

/** Sums of bigint come as texts otherwise. They stay below 2^53. */
export const batchFrom = `batches AS b CROSS JOIN LATERAL (
    SELECT coalesce(sum(completed), 0)::integer AS completed, coalesce(sum(failed), 0)::integer AS failed,
           coalesce(sum(cancelled), 0)::integer AS cancelled, ${warnedRows}::integer AS warned,
           coalesce(sum(pages), 0)::double precision AS pages, coalesce(sum(bytes), 0)::double precision AS bytes, coalesce(sum(render_ms), 0) AS render_ms
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

/** Locks a batch, so that no row is opened meanwhile. */
export async function lockBatch(manager: EntityManager, { projectId, batchId }: BatchRef): Promise<BatchRow> {
  await queryRows(manager, "SELECT 1 FROM batches WHERE batch_id = $1 AND project_id = $2 FOR UPDATE", [
    batchId,
    projectId,
  ]);
  return findBatch(manager, projectId, batchId);
}

/** Fewer rows tell too little about the time of the others. */
const leastDone = 5;

function estimatedEndOf({ status, rowCount, counts, clockAt, clockDone }: BatchRow, now: number): Date | null {
  const done = rowCount - counts.open - clockDone;
  if (status !== "running" || clockAt === null || done < leastDone) return null;
  return new Date(now + (counts.open * (now - clockAt.getTime())) / done);
}

/** A batch as the contract has it. */
export function toBatch(row: BatchRow, now = Date.now()) {
  const { clockAt: _clockAt, clockDone: _clockDone, ...batch } = row;
  return { ...batch, estimatedEnd: estimatedEndOf(row, now) };
}

/** The problem of a call that the state of a batch does not allow. */
export function notOpen(status: BatchStatus, rule: string): Problem {
  return new Problem("batch.not_open", { message: `The batch is ${status}. ${rule}` });
}
