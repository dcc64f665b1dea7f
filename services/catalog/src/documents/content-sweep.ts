import { describeError, type Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import { isContentOf } from "./content-conditions.ts";
import { contentKey, type ContentName } from "./content-key.ts";
import type { ContentStorage } from "./content-storage.ts";

const checkIntervalMs = 60_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 200;

/** Decides for each row that is due whether its object stays. Rows whose object goes are marked first. */
const markDueSql = `
  UPDATE document_contents AS c
  SET sweep_at = CASE WHEN due.stays THEN c.expires_at ELSE c.sweep_at END,
      deleted_at = CASE WHEN due.stays THEN NULL ELSE coalesce(c.deleted_at, now()) END
  FROM (
    SELECT c.content_id, c.project_id, coalesce(${isContentOf}, false) AS "isRecorded",
           coalesce(${isContentOf} AND c.deleted_at IS NULL AND c.expires_at > now(), false) AS stays
    FROM document_contents AS c
    LEFT JOIN documents AS d ON d.document_id = c.document_id AND d.project_id = c.project_id
    WHERE c.sweep_at <= now() AND c.content_id > $1
    ORDER BY c.content_id LIMIT ${batchSize}
    FOR UPDATE OF c SKIP LOCKED
  ) AS due
  WHERE c.content_id = due.content_id AND c.project_id = due.project_id
  RETURNING c.content_id AS "contentId", c.project_id AS "projectId", c.output, due.stays AS "stays", due."isRecorded"`;

type DueContent = ContentName & { stays: boolean; isRecorded: boolean };

type ContentSweepOptions = {
  dataSource: DataSource;
  contentStorage: ContentStorage;
  isOn: boolean;
  logger: Logger;
};

/** Starts the deletion of PDFs whose time is over, at intervals if the installation keeps any. */
export function startContentSweep({ dataSource, contentStorage, isOn, logger }: ContentSweepOptions) {
  /** Deletes the objects of rows that are due; returns how many rows it saw and the last one. */
  async function sweepBatch(after: string): Promise<DueContent[]> {
    const due = await queryRows<DueContent>(dataSource.manager, markDueSql, [after]);
    for (const { stays, isRecorded, ...content } of due) {
      if (stays) continue;
      // A row whose object could not be deleted stays due.
      try {
        await contentStorage.run((storage) => storage.delete(contentKey(content)));
      } catch (error) {
        logger.warn("could not delete a kept PDF", { contentId: content.contentId, ...describeError(error) });
        continue;
      }
      // The row of a record tells that its content is gone.
      const sql = isRecorded
        ? "UPDATE document_contents SET sweep_at = NULL WHERE content_id = $1 AND project_id = $2"
        : "DELETE FROM document_contents WHERE content_id = $1 AND project_id = $2";
      await queryRows(dataSource.manager, sql, [content.contentId, content.projectId]);
    }
    return due;
  }

  /** Deletes expired PDFs and what broken attempts have left; returns the number of objects. */
  async function sweep(signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    let after = "";
    for (let isMore = true; isMore;) {
      const due = await sweepBatch(after);
      deleted += due.filter(({ stays }) => !stays).length;
      after = due.reduce((last, { contentId }) => (contentId > last ? contentId : last), after);
      isMore = due.length === batchSize && signal?.aborted !== true;
    }
    if (deleted > 0) logger.info("deleted kept PDFs", { contents: deleted });
    return deleted;
  }

  /** Without traffic, the metrics tell of a wrong storage too. */
  async function lookAndSweep(signal: AbortSignal): Promise<void> {
    await contentStorage.run((storage) => storage.verify());
    await sweep(signal);
  }

  const housekeeping = isOn
    ? startHousekeeping({ what: "delete expired PDFs", everyMs: checkIntervalMs, work: lookAndSweep, logger })
    : undefined;

  return { sweep, close: async () => housekeeping?.close() };
}
