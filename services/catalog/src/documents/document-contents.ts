import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { createId, isProblem, Problem } from "@platen/contracts";
import type { VerifiedGrant } from "@platen/service-tokens";
import type { ByteRange, MarkedStorage } from "@platen/storage";
import { describeError, type Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { prepare, queryRows } from "../database/rows.ts";
import { contentKey } from "./content-key.ts";
import { background, laneOf } from "../database/lane.ts";
import type { NoteLoss } from "./lost-contents.ts";
import type { StorageWatch } from "./storage-watch.ts";

const checkIntervalMs = 60_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 200;
/** Longer than a worker takes to send a PDF and to report its outcome. */
const settledAfter = "10 minutes";
const retryAfterSeconds = 1;
/** A deletion waits no longer for a storage that hangs: the sweep deletes the object too. */
const longestDeletionMs = 1_000;

/**
 * The content of a document, of the rows that its attempts have left: the one with the bytes that the document was
 * answered with. The report of the outcome comes after the answer, so a document may have its content before its hash. A
 * document that no caller waits for has no answer before its outcome.
 */
export const isContentOf = `c.document_id = d.document_id AND c.project_id = d.project_id AND c.sha256 IS NOT NULL
  AND (c.sha256 = d.sha256 OR (d.lane = 0 AND d.status IN ('queued', 'rendering')))`;

/** The condition of a document's content that callers get. The PDFs of a deleted batch are marked by portions, later. */
const isAvailable = `c.deleted_at IS NULL AND c.expires_at > now() AND NOT EXISTS (
  SELECT 1 FROM batches AS b WHERE b.batch_id = d.batch_id AND b.project_id = d.project_id AND b.deleted_at IS NOT NULL)`;

/** What a document's record tells about its content, as a column. */
export const contentColumn = `(
  SELECT jsonb_build_object('isAvailable', ${isAvailable}, 'isLost', c.lost_at IS NOT NULL, 'expiresAt', c.expires_at)
  FROM document_contents AS c WHERE ${isContentOf} ORDER BY c.content_id DESC LIMIT 1) AS "kept"`;

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
  RETURNING c.content_id AS "contentId", c.project_id AS "projectId", due.stays AS "stays", due."isRecorded"`;

type DueContent = { contentId: string; projectId: string; stays: boolean; isRecorded: boolean };

type FoundContent = {
  documentId: string;
  contentId: string | null;
  sizeBytes: number;
  sha256: string;
  isAvailable: boolean;
  filename: string | null;
  templateName: string | null;
  expiresAt: Date;
  linkGeneration: number;
};

/** The content of a document, and what a download needs. */
const foundSql = `
  SELECT c.content_id AS "contentId", c.size_bytes AS "sizeBytes", c.sha256, d.document_id AS "documentId", d.filename,
         d.template_name AS "templateName", ${isAvailable} AS "isAvailable",
         c.expires_at AS "expiresAt", c.link_generation AS "linkGeneration"
  FROM documents AS d LEFT JOIN document_contents AS c ON ${isContentOf}`;

/** A kept PDF that can be downloaded. */
export type AvailableContent = Omit<FoundContent, "isAvailable"> & { contentId: string };

/** The row of a PDF, before its object. Only a document that is not finished gets one. */
const openContentSql = `
  INSERT INTO document_contents (content_id, document_id, project_id, expires_at, sweep_at)
  SELECT $1, d.document_id, d.project_id, now() + make_interval(secs => $4), now() + interval '${settledAfter}'
  FROM documents AS d
  WHERE d.document_id = $2 AND d.project_id = $3 AND d.lane = $5 AND d.status IN ('queued', 'rendering')
  RETURNING content_id`;

const closeContentSql = `
  UPDATE document_contents SET sha256 = $3, size_bytes = $4, crc32 = $5
  WHERE content_id = $1 AND project_id = $2 AND deleted_at IS NULL RETURNING content_id`;

/** Callers learn that a part of Platen is away; workers, that it is the storage and not the database. */
type StorageProblem = "dependency.unavailable" | "storage.unavailable";

/** Creates the functions that keep PDFs. Without a storage, the catalog keeps none. */
export function createDocumentContents(options: {
  dataSource: DataSource;
  storage: MarkedStorage | undefined;
  logger: Logger;
  watch: Pick<StorageWatch, "suspect">;
  countFailure: () => void;
  noteLoss: NoteLoss;
}) {
  const { dataSource, logger, watch, countFailure, noteLoss } = options;
  const openContent = prepare<object>(dataSource, "open_content", openContentSql);
  const closeContent = prepare<object>(dataSource, "close_content", closeContentSql);

  function storageOrRefusal(code: StorageProblem = "dependency.unavailable"): MarkedStorage {
    if (options.storage) return options.storage;
    const message = "This installation keeps no PDFs: the catalog has no STORAGE_URL.";
    throw new Problem(code, { message, retryAfterSeconds: 60 });
  }

  /** Runs work on the storage. Its failure is a problem that may pass. */
  async function inStorage<T>(work: (storage: MarkedStorage) => Promise<T>, code?: StorageProblem): Promise<T> {
    const storage = storageOrRefusal(code);
    try {
      return await work(storage);
    } catch (cause) {
      if (isProblem(cause)) throw cause;
      countFailure();
      watch.suspect();
      throw new Problem(code ?? "dependency.unavailable", { retryAfterSeconds, cause });
    }
  }

  async function find(projectId: string, documentId: string): Promise<FoundContent> {
    const [found] = await queryRows<FoundContent>(
      dataSource.manager,
      `${foundSql} WHERE d.document_id = $1 AND d.project_id = $2 ORDER BY c.content_id DESC LIMIT 1`,
      [documentId, projectId],
    );
    if (!found) throw new Problem("document.not_found");
    return found;
  }

  /** Deletes the objects of rows that are due; returns how many rows it saw and the last one. */
  async function sweepBatch(after: string): Promise<DueContent[]> {
    const due = await queryRows<DueContent>(dataSource.manager, markDueSql, [after]);
    for (const { stays, isRecorded, ...content } of due) {
      if (stays) continue;
      // A row whose object could not be deleted stays due.
      try {
        await inStorage((storage) => storage.delete(contentKey(content)));
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
    await inStorage((storage) => storage.verify());
    await sweep(signal);
  }

  const housekeeping =
    options.storage &&
    startHousekeeping({ what: "delete expired PDFs", everyMs: checkIntervalMs, work: lookAndSweep, logger });

  return {
    sweep,

    /** Throws the problem of an installation that keeps no PDFs. */
    refuseWithoutStorage(): void {
      storageOrRefusal();
    },

    /**
     * Keeps the PDF of a document that is not finished. Resolves when it is kept. A PDF that the worker names is recorded
     * with its outcome.
     */
    async put(
      grant: VerifiedGrant,
      documentId: string,
      content: AsyncIterable<Uint8Array>,
      named: { contentId?: string | undefined; sha256?: string | undefined } = {},
    ): Promise<void> {
      const { projectId, keepSeconds } = grant;
      if (grant.documentId !== documentId || grant.preview || keepSeconds === undefined)
        throw new Problem("auth.token_invalid", { message: "The grant does not allow to keep this document." });
      // Before the row: an installation without a storage writes nothing.
      storageOrRefusal("storage.unavailable");
      const kept = { projectId, contentId: named.contentId ?? createId("content") };
      const opened = await openContent([kept.contentId, documentId, projectId, keepSeconds, laneOf(grant)]);
      if (opened.length === 0) throw new Problem("document.not_found");
      const hash = createHash("sha256");
      let sizeBytes = 0;
      // For ZIPs, which have it of each file.
      let checksum = 0;
      const measured = async function* () {
        for await (const piece of content) {
          hash.update(piece);
          checksum = crc32(piece, checksum);
          sizeBytes += piece.byteLength;
          yield piece;
        }
      };
      await inStorage((storage) => storage.put(contentKey(kept), measured()), "storage.unavailable");
      const sha256 = hash.digest("hex");
      if (named.sha256 !== undefined && named.sha256 !== sha256) {
        const cause = new Error("the bytes of a PDF have changed on their way");
        throw new Problem("storage.unavailable", { retryAfterSeconds, cause });
      }
      if (named.contentId !== undefined && laneOf(grant) === background) return;
      const closed = await closeContent([kept.contentId, projectId, sha256, sizeBytes, checksum]);
      if (closed.length > 0) return;
      // It was deleted meanwhile.
      await inStorage((storage) => storage.delete(contentKey(kept)));
      throw new Problem("document.not_found");
    },

    async find(projectId: string, documentId: string): Promise<AvailableContent> {
      const { contentId, isAvailable, ...found } = await find(projectId, documentId);
      if (contentId === null) throw new Problem("content.not_found");
      if (!isAvailable) throw new Problem("content.gone");
      return { contentId, ...found };
    },

    /** Finds the content that a link names, if it still is what its document was answered with. */
    async findLinked(projectId: string, contentId: string): Promise<AvailableContent> {
      const [found] = await queryRows<FoundContent & { contentId: string }>(
        dataSource.manager,
        `${foundSql} WHERE c.content_id = $1 AND c.project_id = $2`,
        [contentId, projectId],
      );
      if (!found?.isAvailable) throw new Problem("content.gone");
      return found;
    },

    /** Takes back the links to the PDF of a document that were created before. */
    async revokeLinks(projectId: string, documentId: string): Promise<void> {
      const { contentId } = await find(projectId, documentId);
      if (contentId === null) throw new Problem("content.not_found");
      await queryRows(
        dataSource.manager,
        `UPDATE document_contents SET link_generation = link_generation + 1
         WHERE document_id = $1 AND project_id = $2`,
        [documentId, projectId],
      );
    },

    /**
     * Reads a piece of a document's PDF. It looks at the row when it has the bytes, so that a slow storage answers with no PDF
     * that was deleted meanwhile.
     */
    async read(
      content: { projectId: string; documentId: string; contentId: string },
      range: ByteRange,
    ): Promise<Uint8Array> {
      const bytes = await inStorage((storage) => storage.read(contentKey(content), range));
      const [row] = await queryRows<{ isAvailable: boolean; isLost: boolean }>(
        dataSource.manager,
        `SELECT ${isAvailable} AS "isAvailable", c.lost_at IS NOT NULL AS "isLost" FROM document_contents AS c
         LEFT JOIN documents AS d ON d.document_id = c.document_id AND d.project_id = c.project_id
         WHERE c.content_id = $1 AND c.document_id = $2 AND c.project_id = $3`,
        [content.contentId, content.documentId, content.projectId],
      );
      if (!row) throw new Problem("content.not_found");
      if (!row.isAvailable) throw new Problem("content.gone");
      const isLost = bytes === undefined;
      if (isLost !== row.isLost) await noteLoss(content, isLost);
      if (isLost) throw new Problem("content.lost");
      return bytes;
    },

    /**
     * Deletes the PDF of a document, and its kept request: from now on no caller gets them. The PDF's object goes at once,
     * or with the next sweep if the storage is away.
     */
    async remove(projectId: string, documentId: string): Promise<void> {
      const { contentId } = await find(projectId, documentId);
      const requests = await queryRows(
        dataSource.manager,
        "DELETE FROM kept_requests WHERE document_id = $1 AND project_id = $2 RETURNING document_id",
        [documentId, projectId],
      );
      if (contentId === null && requests.length === 0) throw new Problem("content.not_found");
      const marked = await queryRows<{ contentId: string }>(
        dataSource.manager,
        `UPDATE document_contents SET deleted_at = now(), sweep_at = now() + interval '${settledAfter}'
         WHERE document_id = $1 AND project_id = $2 AND deleted_at IS NULL
         RETURNING content_id AS "contentId"`,
        [documentId, projectId],
      );
      // The list of files in the ZIP of its batch is written again.
      await queryRows(
        dataSource.manager,
        `DELETE FROM batch_archives AS a USING documents AS d
         WHERE d.document_id = $1 AND d.project_id = $2 AND a.batch_id = d.batch_id AND a.project_id = d.project_id`,
        [documentId, projectId],
      );
      const deletions = marked.map(async (content) => {
        await inStorage((storage) => storage.delete(contentKey({ projectId, ...content }))).catch((error: unknown) => {
          logger.warn("could not delete a kept PDF", { contentId: content.contentId, ...describeError(error) });
        });
      });
      await Promise.race([Promise.all(deletions), delay(longestDeletionMs, undefined, { ref: false })]);
    },

    close: async () => housekeeping?.close(),
  };
}

export type DocumentContents = ReturnType<typeof createDocumentContents>;
