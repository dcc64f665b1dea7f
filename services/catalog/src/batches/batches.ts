import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import {
  batchColumns,
  batchFrom,
  findBatch,
  isThere,
  lockBatch,
  notOpen,
  type BatchRef,
  type BatchRow,
  type BatchStatus,
} from "./batch-row.ts";
import { cancelBatch } from "./cancel-batch.ts";
import { createOpenBatch, type OpenBatchOptions } from "./open-batch.ts";
import { retryBatch, type RetriedRows } from "./retry-batch.ts";
import { tellOfBatch } from "./tell-of-batch.ts";

type BatchQuery = PageRequest & { sort: `createdAt:${"asc" | "desc"}`; status?: BatchStatus | undefined };

/** Creates the functions that create batches and change their state. */
export function createBatches(options: OpenBatchOptions) {
  const { dataSource } = options;

  /** Changes a batch that `mayChange` lets through, and returns it as it is then. */
  async function change(of: BatchRef, set: string, mayChange: (batch: BatchRow) => boolean): Promise<BatchRow> {
    return dataSource.transaction(async (manager) => {
      const batch = await lockBatch(manager, of);
      if (!mayChange(batch)) return batch;
      await queryRows(
        manager,
        `UPDATE batches AS b SET ${set} FROM (SELECT $3::integer AS failed, $4::integer AS done) AS c
         WHERE b.batch_id = $1 AND b.project_id = $2`,
        [of.batchId, of.projectId, batch.counts.failed, batch.rowCount - batch.counts.open],
      );
      await tellOfBatch(manager, of);
      return findBatch(manager, of.projectId, of.batchId);
    });
  }

  return {
    open: createOpenBatch(options),

    get: (projectId: string, batchId: string): Promise<BatchRow> => findBatch(dataSource.manager, projectId, batchId),

    async list(projectId: string, query: BatchQuery): Promise<Page<BatchRow>> {
      const where = ["b.project_id = $1", isThere, ...(query.status === undefined ? [] : ["b.status = $2"])];
      const list = {
        columns: batchColumns,
        from: batchFrom,
        where,
        parameters: [projectId, ...(query.status === undefined ? [] : [query.status])],
        id: "b.batch_id",
        sorts: { createdAt: "b.created_at" },
        total: `SELECT count(*)::integer FROM batches AS b WHERE ${where.join(" AND ")}`,
      };
      return readPage<BatchRow, "createdAt">(dataSource, list, query);
    },

    /** Ends the taking of rows. */
    start: (projectId: string, batchId: string): Promise<BatchRow> =>
      change({ projectId, batchId }, "status = 'queued'", ({ status, rowCount }) => {
        if (status === "cancelled") throw notOpen(status, "Create another one.");
        if (status === "receiving" && rowCount === 0) throw notOpen(status, "It has no rows. Send some first.");
        return status === "receiving";
      }),

    pause: (projectId: string, batchId: string): Promise<BatchRow> =>
      change({ projectId, batchId }, "status = 'paused', reason = NULL", ({ status }) => {
        if (status === "queued" || status === "running") return true;
        if (status === "paused") return false;
        throw notOpen(status, "Only a batch that is queued or running can be paused.");
      }),

    resume: (projectId: string, batchId: string): Promise<BatchRow> =>
      change(
        { projectId, batchId },
        `status = 'running', reason = NULL, forgiven_failures = c.failed, clock_at = now(), clock_done = c.done`,
        ({ status }) => {
          if (status === "paused") return true;
          if (status === "queued" || status === "running") return false;
          throw notOpen(status, "Only a paused batch can be resumed.");
        },
      ),

    /** Cancels all rows that are not done, and returns the documents among them. */
    cancel: (projectId: string, batchId: string): Promise<string[]> =>
      dataSource.transaction((manager) => cancelBatch(manager, { projectId, batchId })),

    /** Has failed rows, or rows with warnings, made again, by further documents. */
    async retry(projectId: string, batchId: string, which: RetriedRows): Promise<BatchRow> {
      await dataSource.transaction((manager) => retryBatch(manager, { projectId, batchId }, which));
      return findBatch(dataSource.manager, projectId, batchId);
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
