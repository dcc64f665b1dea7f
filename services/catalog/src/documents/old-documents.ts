import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import { listPartitions, removePartitions } from "./document-partitions.ts";

const checkIntervalMs = 60_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 1_000;

/** Partitions that may have documents of any time, so that they are not removed as a whole when the first of them are old. */
const mixedPartitions = new Set(["documents_first", "documents_default"]);

/**
 * Reads the oldest documents of each project in a partition by its index, so a check that finds nothing costs almost
 * nothing. The rows of kept PDFs stay until the next sweep has deleted their objects.
 */
const removeOldSql = (partition: string) => `
  WITH removed AS (
    DELETE FROM ${partition} AS d
    USING (
      SELECT o.document_id, o.project_id
      FROM projects AS p
      CROSS JOIN LATERAL (
        SELECT document_id, project_id FROM ${partition}
        WHERE project_id = p.project_id AND created_at < now() - make_interval(days => $1)
          -- The count of a batch would never be complete.
          AND (batch_id IS NULL OR status NOT IN ('queued', 'rendering'))
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
  /**
   * Removes old records; returns the number of those that it removed one by one. Stops between two batches when `signal`
   * fires.
   */
  removeOld(signal?: AbortSignal): Promise<number>;
  /** Stops the regular checks. */
  close(): Promise<void>;
};

/**
 * Removes the records of documents and refused requests that are more than `keptDays` days ago: a partition as soon as all
 * of its records are. Undefined keeps all records.
 */
export function createOldDocuments(options: {
  dataSource: DataSource;
  logger: Logger;
  keptDays: number | undefined;
}): OldDocuments {
  const { dataSource, logger, keptDays } = options;

  async function removeOneByOne(partition: string, signal: AbortSignal | undefined): Promise<number> {
    let removed = 0;
    for (let isMore = true; isMore;) {
      const batch = await queryRows<{ documentId: string }>(dataSource.manager, removeOldSql(partition), [keptDays]);
      removed += batch.length;
      isMore = batch.length === batchSize && signal?.aborted !== true;
    }
    return removed;
  }

  async function removeOld(signal?: AbortSignal): Promise<number> {
    if (keptDays === undefined) return 0;
    await queryRows(dataSource.manager, removeOldRefusalsSql, [keptDays]);
    const dropped = await removePartitions(dataSource, keptDays);
    if (dropped.length > 0) logger.info("dropped partitions of old documents", { partitions: dropped });
    let removed = 0;
    for (const { name } of await listPartitions(dataSource.manager))
      if (mixedPartitions.has(name)) removed += await removeOneByOne(name, signal);
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
