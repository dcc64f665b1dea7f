import { Problem, type Failure } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { keyMissing, type CountUnopened } from "../secrets/unopened.ts";
import { aboutRows, type WaitingSeal } from "../secrets/waiting-seal.ts";
import { findBatch } from "./batch-row.ts";
import { rowsKept } from "./retry-batch.ts";

/** A row counts with its newest document. */
const isFailed = `
  d.batch_id = $1 AND d.project_id = $2 AND d.status = 'failed'
  AND NOT EXISTS (
    SELECT 1 FROM documents AS later
    WHERE later.batch_id = $1 AND later.project_id = $2 AND later.row_number = d.row_number
      AND later.document_id > d.document_id)`;

const nextChunkSql = `
  SELECT c.first_row AS "firstRow", c.sizes, c.data, c.sealed
  FROM (
    SELECT d.row_number FROM documents AS d WHERE ${isFailed} AND d.row_number >= $3 ORDER BY d.row_number LIMIT 1
  ) AS next
  CROSS JOIN LATERAL (
    SELECT first_row, sizes, data, sealed FROM batch_chunks
    WHERE batch_id = $1 AND project_id = $2 AND first_row <= next.row_number ORDER BY first_row DESC LIMIT 1
  ) AS c`;

const failedSql = `
  SELECT d.row_number AS row, d.reference, d.failure FROM documents AS d
  WHERE ${isFailed} AND d.row_number >= $3 AND d.row_number < $4 ORDER BY d.row_number`;

const hasRowsSql = `
  SELECT has_rows AND coalesce(finished_at > now() - interval '${rowsKept}', true) AS "hasRows"
  FROM batches WHERE batch_id = $1 AND project_id = $2`;

type Chunk = { firstRow: number; sizes: number[]; data: Buffer | null; sealed: Buffer | null };
type FailedRow = { row: number; reference: string | null; failure: Failure };

/** Creates the function that reads rows whose documents have failed: those of one chunk, and where the next may be. */
export function createFailedRows(options: { dataSource: DataSource; seal: WaitingSeal; countUnopened: CountUnopened }) {
  const { dataSource, seal, countUnopened } = options;

  return async function readFailedRows(projectId: string, batchId: string, fromRow: number) {
    const { rowCount } = await findBatch(dataSource.manager, projectId, batchId);
    const [kept] = await queryRows<{ hasRows: boolean }>(dataSource.manager, hasRowsSql, [batchId, projectId]);
    if (kept?.hasRows !== true) {
      const message = "The batch has ended more than a day ago, so Platen has deleted its rows.";
      throw new Problem("batch.not_open", { message });
    }
    const [chunk] = await queryRows<Chunk>(dataSource.manager, nextChunkSql, [batchId, projectId, fromRow]);
    if (!chunk) return { firstRow: 0, sizes: [], data: "", failed: [], nextRow: null };
    const { firstRow, sizes, data, sealed } = chunk;
    const end = firstRow + sizes.length;
    const failed = await queryRows<FailedRow>(dataSource.manager, failedSql, [batchId, projectId, fromRow, end]);
    if (sealed !== null && !seal.hasKeyOf(sealed)) {
      countUnopened("waiting_data", 1);
      throw keyMissing("The data of the batch");
    }
    const rows = seal.read({ open: data, sealed }, aboutRows(batchId, firstRow));
    const nextRow = end < rowCount ? end : null;
    return { firstRow, sizes, data: rows?.toString("base64") ?? "", failed, nextRow };
  };
}

export type ReadFailedRows = ReturnType<typeof createFailedRows>;
