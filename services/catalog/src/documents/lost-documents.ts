import type { Failure } from "@platen/contracts";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";

/** Beyond the longest deadline (60 s) and the life of a grant after it (60 s): no report can come any more. */
const lostAfter = "3 minutes";
const lookEveryMs = 30_000;
/** Ended in one statement, so that none holds many rows for long. */
const mostAtOnce = 1_000;

const failure: Failure = {
  code: "unknown",
  message: "Nobody reported what became of the document; the process that had it has ended. It can be asked for again.",
  retryable: true,
};

/** Two look-ups in an index per project, and no index of its own, which every document would have to write. */
const closeLostSql = `
  UPDATE documents AS d
  SET status = 'failed', failure = $1::jsonb, finished_at = now()
  FROM (
    SELECT o.document_id, o.project_id
    FROM projects AS p
    CROSS JOIN unnest(ARRAY['queued', 'rendering']) AS s (status)
    CROSS JOIN LATERAL (
      SELECT document_id, project_id FROM documents
      WHERE project_id = p.project_id AND status = s.status AND created_at < now() - interval '${lostAfter}'
      ORDER BY created_at LIMIT ${mostAtOnce}
      FOR UPDATE SKIP LOCKED
    ) AS o
    LIMIT ${mostAtOnce}
  ) AS lost
  WHERE d.document_id = lost.document_id AND d.project_id = lost.project_id
  RETURNING d.document_id AS "documentId"`;

export type LostDocuments = {
  /** Ends the documents that nobody will report on any more; gives their number. */
  closeLost(): Promise<number>;
  /** Stops looking by itself. */
  close(): Promise<void>;
};

/**
 * Gives a final state to documents whose gateway and worker both ended before they could report one. Every process of
 * the catalog looks; a document is ended once.
 */
export function createLostDocuments({ dataSource, logger }: { dataSource: DataSource; logger: Logger }): LostDocuments {
  async function closeLost(): Promise<number> {
    const closed = await queryRows<{ documentId: string }>(dataSource.manager, closeLostSql, [JSON.stringify(failure)]);
    if (closed.length > 0) logger.warn("documents were lost and are ended as failed", { documents: closed.length });
    return closed.length;
  }

  const housekeeping = startHousekeeping({
    what: "look for lost documents",
    everyMs: lookEveryMs,
    work: closeLost,
    logger,
  });
  return { closeLost, close: () => housekeeping.close() };
}
