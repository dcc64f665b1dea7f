import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";

const checkIntervalMs = 60_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 1_000;

/**
 * Reads the oldest documents of each project by its index, so a check that finds nothing costs almost nothing. The rows of
 * kept PDFs stay until the next sweep has deleted their objects.
 */
const removeOldSql = `
  WITH removed AS (
    DELETE FROM documents AS d
    USING (
      SELECT o.document_id, o.project_id
      FROM projects AS p
      CROSS JOIN LATERAL (
        SELECT document_id, project_id FROM documents
        WHERE project_id = p.project_id AND created_at < now() - make_interval(days => $1)
        ORDER BY created_at LIMIT ${batchSize}
        FOR UPDATE SKIP LOCKED
      ) AS o
      LIMIT ${batchSize}
    ) AS old
    WHERE d.document_id = old.document_id AND d.project_id = old.project_id
    RETURNING d.document_id, d.project_id
  ), swept AS (
    UPDATE document_contents AS c SET sweep_at = now() FROM removed AS r
    WHERE c.document_id = r.document_id AND c.project_id = r.project_id
  ), freed AS (
    DELETE FROM document_inputs AS i USING removed AS r
    WHERE i.document_id = r.document_id AND i.project_id = r.project_id
  ), untold AS (
    DELETE FROM deliveries AS v USING removed AS r
    WHERE v.project_id = r.project_id AND v.subject_id = r.document_id
  ), forgotten AS (
    DELETE FROM kept_requests AS k USING removed AS r
    WHERE k.document_id = r.document_id AND k.project_id = r.project_id
  )
  SELECT document_id AS "documentId" FROM removed`;

/** Their number is limited for each project, so one statement removes them all. */
const removeOldRefusalsSql = "DELETE FROM refused_requests WHERE minute < now() - make_interval(days => $1)";

export type OldDocuments = {
  /** Removes old records; returns their number. Stops between two batches when `signal` fires. */
  removeOld(signal?: AbortSignal): Promise<number>;
  /** Stops the regular checks. */
  close(): Promise<void>;
};

/** Removes the records of documents and refused requests that are more than `keptDays` days ago. Undefined keeps all records. */
export function createOldDocuments(options: {
  dataSource: DataSource;
  logger: Logger;
  keptDays: number | undefined;
}): OldDocuments {
  const { dataSource, logger, keptDays } = options;

  async function removeOld(signal?: AbortSignal): Promise<number> {
    if (keptDays !== undefined) await queryRows(dataSource.manager, removeOldRefusalsSql, [keptDays]);
    let removed = 0;
    let isMore = keptDays !== undefined;
    while (isMore) {
      const batch = await queryRows<{ documentId: string }>(dataSource.manager, removeOldSql, [keptDays]);
      removed += batch.length;
      isMore = batch.length === batchSize && signal?.aborted !== true;
    }
    if (removed > 0) logger.info("removed records of old documents", { documents: removed });
    return removed;
  }

  const housekeeping =
    keptDays === undefined
      ? undefined
      : startHousekeeping({
          what: "remove records of old documents",
          everyMs: checkIntervalMs,
          work: removeOld,
          logger,
        });

  return { removeOld, close: async () => housekeeping?.close() };
}
