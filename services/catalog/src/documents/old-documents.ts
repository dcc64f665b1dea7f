import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";

const lookEveryMs = 60_000;
/** Removed in one statement, so that none holds many rows for long. */
const mostAtOnce = 1_000;

/** The oldest of each project by its index, so that a look that finds nothing costs next to nothing. */
const removeOldSql = `
  DELETE FROM documents AS d
  USING (
    SELECT o.document_id, o.project_id
    FROM projects AS p
    CROSS JOIN LATERAL (
      SELECT document_id, project_id FROM documents
      WHERE project_id = p.project_id AND created_at < now() - make_interval(days => $1)
      ORDER BY created_at LIMIT ${mostAtOnce}
      FOR UPDATE SKIP LOCKED
    ) AS o
    LIMIT ${mostAtOnce}
  ) AS old
  WHERE d.document_id = old.document_id AND d.project_id = old.project_id
  RETURNING d.document_id AS "documentId"`;

export type OldDocuments = {
  /** Removes the records that are older; gives their number. Stops between two portions when `signal` fires. */
  removeOld(signal?: AbortSignal): Promise<number>;
  /** Stops looking by itself. */
  close(): Promise<void>;
};

/** Removes the records of documents that were asked for more than `keptDays` days ago; kept for ever if undefined. */
export function createOldDocuments(options: {
  dataSource: DataSource;
  logger: Logger;
  keptDays: number | undefined;
}): OldDocuments {
  const { dataSource, logger, keptDays } = options;

  async function removeOld(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    let isMore = keptDays !== undefined;
    while (isMore) {
      const portion = await queryRows<{ documentId: string }>(dataSource.manager, removeOldSql, [keptDays]);
      removed += portion.length;
      isMore = portion.length === mostAtOnce && signal?.aborted !== true;
    }
    if (removed > 0) logger.info("records of old documents are removed", { documents: removed });
    return removed;
  }

  const housekeeping =
    keptDays === undefined
      ? undefined
      : startHousekeeping({ what: "remove records of old documents", everyMs: lookEveryMs, work: removeOld, logger });

  return { removeOld, close: async () => housekeeping?.close() };
}
