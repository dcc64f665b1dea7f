import { createId } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { prepare, queryRows } from "../database/rows.ts";
import { background } from "../database/lane.ts";
import { insertDocuments } from "../documents/insert-document.ts";

/** The most batches that are looked at before one lease. The others have their turn with the next. */
const maxBatches = 50;

type Candidate = {
  batchId: string;
  projectId: string;
  nextRow: number;
  rowCount: number;
  retryCount: number;
  waiting: number;
  mayOpen: boolean;
};

/** Opens rows of some batches. Returns those of them that have documents to lease. */
export type OpenRows = (documents: number) => Promise<{ projectId: string; batchId: string }[]>;

const isMade = "status IN ('queued', 'running')";

/**
 * The batches after the one at which the lease before ended, in a circle, and how many of their documents wait to be leased,
 * counted up to $1.
 */
const nextSql = `
  WITH looked AS (
    (SELECT * FROM batches WHERE ${isMade} AND (project_id, batch_id) > ($2, $3)
     ORDER BY project_id, batch_id LIMIT ${maxBatches})
    UNION ALL
    (SELECT * FROM batches WHERE ${isMade} AND (project_id, batch_id) <= ($2, $3)
     ORDER BY project_id, batch_id LIMIT ${maxBatches})
    LIMIT ${maxBatches}
  )
  SELECT b.batch_id AS "batchId", b.project_id AS "projectId", b.next_row AS "nextRow", b.row_count AS "rowCount",
         b.retry_count AS "retryCount", w.waiting,
         p.project_id IS NOT NULL AND (b.not_before IS NULL OR b.not_before <= now()) AS "mayOpen"
  FROM looked AS b
  LEFT JOIN projects AS p ON p.project_id = b.project_id
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS waiting FROM (
      SELECT 1 FROM documents AS d
      WHERE d.project_id = b.project_id AND d.batch_id = b.batch_id AND d.lane = ${background}
        AND d.status IN ('queued', 'rendering') AND d.due_at <= now() LIMIT $1
    ) AS due
  ) AS w`;

/**
 * Opens documents of rows. The update looks again, so that no row is opened twice, and none of a batch that was paused or
 * cancelled meanwhile. A document's input stays in the chunk of its row. Its time is not rounded up, so that the lease which
 * follows at once finds it due. That lease lists the batch, and not each of its rows.
 */
const openSql = `
  WITH moved AS (
    UPDATE batches
    SET next_row = $5, retry_count = $6, status = 'running', started_at = coalesce(started_at, now()),
        clock_at = coalesce(clock_at, now())
    WHERE batch_id = $1 AND project_id = $2 AND next_row = $3 AND retry_count = $4 AND status IN ('queued', 'running')
    RETURNING *
  ), taken AS (
    DELETE FROM batch_retries AS r USING moved AS m
    WHERE r.batch_id = m.batch_id AND r.project_id = m.project_id AND r.row_number = ANY ($8)
  ), opened AS (
    SELECT m.*, w.document_id, w.row_number, c.sizes[w.row_number - c.first_row + 1] AS size,
           c.notes->(w.row_number - c.first_row) AS notes
    FROM moved AS m
    CROSS JOIN unnest($7::text[], $8::integer[]) AS w (document_id, row_number)
    CROSS JOIN LATERAL (
      SELECT first_row, sizes, notes FROM batch_chunks
      WHERE batch_id = m.batch_id AND project_id = m.project_id AND first_row <= w.row_number
      ORDER BY first_row DESC LIMIT 1
    ) AS c
  ), created AS (
    ${insertDocuments(
      {
        document_id: "document_id",
        project_id: "project_id",
        template_id: "template_id",
        template_name: "template_name",
        version: "version",
        key_id: "key_id",
        filename: "notes->>'filename'",
        lane: String(background),
        reference: "notes->>'reference'",
        metadata: "notes->'metadata'",
        due_at: "date_trunc('milliseconds', now())",
        batch_id: "batch_id",
        row_number: "row_number",
        trace: "trace",
      },
      "opened",
    )}
  )
  INSERT INTO document_inputs (document_id, project_id, source_id, keep_seconds, input_bytes, input, list_at)
  SELECT document_id, project_id, source_id, keep_seconds, size, '', now() + interval '1 hour' FROM opened`;

/**
 * Creates the function that opens documents of rows, a few before each lease: of each batch as many as one lease may
 * take. So 100,000 rows cost no more than their chunks until they are made.
 */
export function createRowOpener(dataSource: DataSource): OpenRows {
  const lookOn = prepare<Candidate>(dataSource, "batches_to_open", nextSql);
  const open = prepare<object>(dataSource, "open_rows", openSql);
  let last = { projectId: "", batchId: "" };

  async function retriesOf({ batchId, projectId }: Candidate, count: number): Promise<number[]> {
    const rows = await queryRows<{ row: number }>(
      dataSource.manager,
      `SELECT row_number AS row FROM batch_retries WHERE batch_id = $1 AND project_id = $2
       ORDER BY row_number LIMIT ${count}`,
      [batchId, projectId],
    );
    return rows.map(({ row }) => row);
  }

  async function openRowsOf(batch: Candidate, documents: number): Promise<void> {
    const { batchId, projectId, nextRow, rowCount, retryCount, waiting } = batch;
    const count = documents - waiting;
    const fresh = Array.from({ length: Math.min(count, rowCount - nextRow) }, (_, index) => nextRow + index);
    const retried = fresh.length > 0 ? [] : await retriesOf(batch, count);
    const rows = [...fresh, ...retried];
    // In the order of the rows, in which they are leased.
    const ids = rows.map(() => createId("document")).toSorted();
    const to = [nextRow + fresh.length, retryCount - retried.length];
    await open([batchId, projectId, nextRow, retryCount, ...to, ids, rows]);
  }

  return async function openRows(documents) {
    const looked = await lookOn([documents, last.projectId, last.batchId]);
    last = looked.at(-1) ?? last;
    const waiting: Candidate[] = [];
    for (const batch of looked) {
      const hasRows = batch.nextRow < batch.rowCount || batch.retryCount > 0;
      const opens = batch.mayOpen && hasRows && batch.waiting < documents;
      if (opens) await openRowsOf(batch, documents);
      if (opens || batch.waiting > 0) waiting.push(batch);
    }
    return waiting;
  };
}
