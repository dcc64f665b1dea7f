import { Problem, type ParsedRequest } from "@platen/contracts";
import { maxManifestRows, type appendBatchRows } from "@platen/contracts/internal";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { keyMissing, type CountUnopened } from "../secrets/unopened.ts";
import { aboutRows, type WaitingSeal } from "../secrets/waiting-seal.ts";
import { reachedLimit, type ByteLimits, type ReachedLimit, type RefuseReached } from "../database/byte-limits.ts";
import { refuseTooLarge, type BatchLimits } from "./batch-limits.ts";
import { findBatch, isThere, notOpen, type BatchStatus } from "./batch-row.ts";
import { toStoredChunk } from "./stored-chunk.ts";

type Chunk = ParsedRequest<typeof appendBatchRows>["body"];
type Found = {
  status: BatchStatus;
  rowCount: number;
  byteCount: number;
  isKept: boolean;
  reached: ReachedLimit | null;
};

/** A statement that lost to another one sees what that one has kept the next time. */
const maxTries = 3;

/** Keeps rows if they follow those that are there, and the project may store more. The state comes from before the statement. */
const appendSql = (limits: ByteLimits) => `
  WITH quota AS (
    SELECT ${reachedLimit(limits, ["rows", "contents"])} AS reached FROM projects AS p WHERE p.project_id = $2
  ), grown AS (
    UPDATE batches
    SET row_count = row_count + cardinality($4::integer[]), byte_count = byte_count + $7, received_at = now()
    WHERE batch_id = $1 AND project_id = $2 AND status = 'receiving' AND row_count = $3
      AND row_count + cardinality($4::integer[]) <= $8 AND byte_count + $7 <= $9
      AND NOT EXISTS (SELECT 1 FROM quota WHERE reached IS NOT NULL)
    RETURNING batch_id
  ), kept AS (
    INSERT INTO batch_chunks (batch_id, project_id, first_row, row_count, sizes, notes, data, sealed, stored_bytes)
    SELECT batch_id, $2, $3, cardinality($4::integer[]), $4, $5::jsonb, $6::bytea, $10::bytea, $11::integer FROM grown
    RETURNING 1
  )
  SELECT b.status, b.row_count AS "rowCount", b.byte_count::double precision AS "byteCount",
         EXISTS (SELECT 1 FROM kept) AS "isKept", (SELECT reached FROM quota) AS reached
  FROM batches AS b WHERE b.batch_id = $1 AND b.project_id = $2 AND ${isThere}`;

/** The newest document of each row, in the order of the rows. */
const manifestSql = `
  SELECT n.row + 1 AS row, coalesce(d.reference, c.notes->(n.row - c.first_row)->>'reference') AS reference,
         d.document_id AS "documentId", coalesce(d.status, $5) AS status,
         coalesce(d.filename, c.notes->(n.row - c.first_row)->>'filename') AS filename, d.page_count AS "pageCount",
         d.size_bytes AS "sizeBytes", d.sha256, d.failure
  FROM generate_series($3::integer, $4::integer) AS n (row)
  LEFT JOIN LATERAL (
    SELECT * FROM documents WHERE batch_id = $1 AND project_id = $2 AND row_number = n.row
    ORDER BY document_id DESC LIMIT 1
  ) AS d ON true
  LEFT JOIN LATERAL (
    SELECT first_row, notes FROM batch_chunks
    WHERE d.document_id IS NULL AND batch_id = $1 AND project_id = $2 AND first_row <= n.row
    ORDER BY first_row DESC LIMIT 1
  ) AS c ON true
  ORDER BY n.row`;

const chunkSql = `
  SELECT c.first_row AS "firstRow", c.sizes, c.data, c.sealed, b.settings,
         CASE WHEN b.settings ? 'filename' THEN ARRAY(
           SELECT coalesce(n.note->>'filename', '') <> '' FROM jsonb_array_elements(c.notes) WITH ORDINALITY AS n (note, at)
           ORDER BY n.at
         ) END AS "areNamed"
  FROM batches AS b
  CROSS JOIN LATERAL (
    SELECT first_row, sizes, notes, data, sealed FROM batch_chunks
    WHERE batch_id = b.batch_id AND project_id = b.project_id AND first_row <= $3 ORDER BY first_row DESC LIMIT 1
  ) AS c
  WHERE b.batch_id = $1 AND b.project_id = $2 AND b.status IN ('queued', 'running', 'paused')`;

type ManifestRow = {
  row: number;
  reference: string | null;
  documentId: string | null;
  status: "queued" | "rendering" | "completed" | "failed" | "cancelled";
  filename: string | null;
  pageCount: number | null;
  sizeBytes: number | null;
  sha256: string | null;
  failure: null;
};
type ChunkRow = {
  firstRow: number;
  sizes: number[];
  data: Buffer | null;
  sealed: Buffer | null;
  settings: { options: object; filename?: string };
  areNamed: boolean[] | null;
};

/** Creates the functions that keep and read the rows of batches. */
export function createBatchRows(options: {
  dataSource: DataSource;
  limits: BatchLimits;
  seal: WaitingSeal;
  countUnopened: CountUnopened;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
  logger: Pick<Logger, "warn">;
}) {
  const { dataSource, limits, seal, countUnopened, refuseReached, logger } = options;
  const { maxRows, maxBytes } = limits;
  const appendRows = appendSql(options.byteLimits);

  return {
    /**
     * Keeps rows that follow those that are there, and returns how many there are then. Keeps none of a chunk of which
     * some are there.
     */
    async append(projectId: string, batchId: string, chunk: Chunk): Promise<number> {
      const { firstRow, sizes, notes } = chunk;
      if (notes.length !== sizes.length) throw new Problem("request.invalid");
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const last = firstRow + sizes.length;
      const { notesJson, open, sealed, storedBytes } = toStoredChunk(chunk, batchId, seal);
      const values = [
        batchId,
        projectId,
        firstRow,
        sizes,
        notesJson,
        open,
        bytes,
        maxRows,
        maxBytes,
        sealed,
        storedBytes,
      ];
      for (let attempt = 1; ; attempt += 1) {
        const [found] = await queryRows<Found>(dataSource.manager, appendRows, values);
        if (!found) throw new Problem("batch.not_found");
        if (found.isKept) return last;
        if (found.status !== "receiving") throw notOpen(found.status, "It takes no more rows.");
        if (found.rowCount !== firstRow) return found.rowCount;
        refuseTooLarge({ rows: last, bytes: found.byteCount + bytes }, limits, found.rowCount);
        if (found.reached !== null) throw refuseReached(found.reached);
        if (attempt === maxTries) throw new Error("batches changes with each look at it");
      }
    },

    /** How many rows there are of a batch that takes rows. */
    async count(projectId: string, batchId: string): Promise<number> {
      const { status, rowCount } = await findBatch(dataSource.manager, projectId, batchId);
      if (status !== "receiving") throw notOpen(status, "It takes no more rows.");
      return rowCount;
    },

    /** Reads rows from one on, with what became of them. */
    async manifest(projectId: string, batchId: string, fromRow: number): Promise<ManifestRow[]> {
      const { status, rowCount } = await findBatch(dataSource.manager, projectId, batchId);
      const last = Math.min(rowCount, fromRow + maxManifestRows) - 1;
      const unopened = status === "cancelled" ? "cancelled" : "queued";
      return queryRows<ManifestRow>(dataSource.manager, manifestSql, [batchId, projectId, fromRow, last, unopened]);
    },

    /** Reads the chunk with a row of a batch that is made. */
    async chunk(projectId: string, batchId: string, row: number) {
      const [found] = await queryRows<ChunkRow>(dataSource.manager, chunkSql, [batchId, projectId, row]);
      if (!found) throw new Problem("batch.not_found");
      const { settings, data, sealed, areNamed, ...chunk } = found;
      if (sealed !== null && !seal.hasKeyOf(sealed)) {
        // Another catalog has leased them. The courier hands them back.
        countUnopened("waiting_data", 1);
        throw keyMissing("The data of the batch");
      }
      const rows = seal.read({ open: data, sealed }, aboutRows(batchId, found.firstRow));
      // Its rows fail, and the batch is paused after some of them.
      if (rows === undefined) logger.warn("the stored rows of a batch are damaged", { batchId });
      return { ...chunk, rendering: settings, ...(areNamed && { areNamed }), data: rows?.toString("base64") ?? "" };
    },
  };
}

export type BatchRows = ReturnType<typeof createBatchRows>;
