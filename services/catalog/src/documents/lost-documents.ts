import type { Failure } from "@platen/contracts";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import { boundAt, databaseTime, daysAfter } from "../database/partition-bounds.ts";

/** Later than the longest deadline (60 s) and the lifetime of a grant after it (60 s): a report comes after an outage alone. */
const lostAfter = "3 minutes";
const checkIntervalMs = 30_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 1_000;

/** The failure of a document that counts as lost until its worker reports after all. */
export const lostFailure: Failure = {
  code: "unknown",
  message: "No worker reported an outcome: the process that handled the document ended. Send the request again.",
  retryable: true,
};

/** Older documents were looked for before, unless no catalog ran. Their partitions need no look. */
const lookedForDays = 1;

const openStates = ["queued", "rendering"] as const;

/**
 * Needs one index look-up per project and partition. The state is part of the text, because only so PostgreSQL sees that
 * the index of documents that are not completed has all of them. `condition` tells which partitions to leave out.
 */
const closeLostSql = (state: (typeof openStates)[number], condition: string) => `
  UPDATE documents AS d
  SET status = 'failed', failure = $1::jsonb, finished_at = now()
  FROM (
    SELECT o.document_id, o.project_id
    FROM projects AS p
    CROSS JOIN LATERAL (
      SELECT document_id, project_id FROM documents
      WHERE project_id = p.project_id AND status = '${state}' AND lane = 0 AND created_at < now() - interval '${lostAfter}' ${condition}
      ORDER BY created_at LIMIT ${batchSize}
      FOR UPDATE SKIP LOCKED
    ) AS o
    LIMIT ${batchSize}
  ) AS lost
  WHERE d.document_id = lost.document_id AND d.project_id = lost.project_id
  RETURNING d.document_id AS "documentId"`;

export type LostDocuments = {
  /** Marks lost documents as failed; returns their number. */
  closeLost(): Promise<number>;
  /** Stops the regular checks. */
  close(): Promise<void>;
};

/**
 * Marks documents as failed whose gateway and worker both ended before they reported an outcome. Every catalog checks;
 * each document changes once. A document that no caller waits for is leased again instead.
 */
export function createLostDocuments({ dataSource, logger }: { dataSource: DataSource; logger: Logger }): LostDocuments {
  let hasLookedAtAll = false;

  async function closeLost(): Promise<number> {
    const { manager } = dataSource;
    const parameters: unknown[] = [JSON.stringify(lostFailure)];
    if (hasLookedAtAll) parameters.push(boundAt(daysAfter(await databaseTime(manager), -lookedForDays)));
    const condition = hasLookedAtAll ? "AND document_id >= $2" : "";
    let closed = 0;
    let isMore = false;
    for (const state of openStates) {
      const sql = closeLostSql(state, condition);
      const { length } = await queryRows<{ documentId: string }>(manager, sql, parameters);
      closed += length;
      isMore ||= length === batchSize;
    }
    hasLookedAtAll = !isMore;
    if (closed > 0) logger.warn("marked lost documents as failed", { documents: closed });
    return closed;
  }

  const housekeeping = startHousekeeping({
    what: "look for lost documents",
    everyMs: checkIntervalMs,
    work: closeLost,
    logger,
  });
  return { closeLost, close: () => housekeeping.close() };
}
