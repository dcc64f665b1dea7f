import { setTimeout as delay } from "node:timers/promises";
import { Problem, type Output } from "@platen/contracts";
import type { ByteRange, MarkedStorage } from "@platen/storage";
import { describeError, type Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { isAvailable, isContentOf, settledAfter } from "./content-conditions.ts";
import { contentKey, type ContentName } from "./content-key.ts";
import { createContentStorage } from "./content-storage.ts";
import { startContentSweep } from "./content-sweep.ts";
import { createKeepContent } from "./keep-content.ts";
import type { NoteLoss } from "./lost-contents.ts";
import type { StorageWatch } from "./storage-watch.ts";

/** A deletion waits no longer for a storage that hangs: the sweep deletes the object too. */
const longestDeletionMs = 1_000;

type FoundContent = {
  documentId: string;
  contentId: string | null;
  output: Output;
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
  SELECT c.content_id AS "contentId", c.output, c.size_bytes AS "sizeBytes", c.sha256, d.document_id AS "documentId", d.filename,
         d.template_name AS "templateName", ${isAvailable} AS "isAvailable",
         c.expires_at AS "expiresAt", c.link_generation AS "linkGeneration"
  FROM documents AS d LEFT JOIN document_contents AS c ON ${isContentOf}`;

/** A kept PDF that can be downloaded. */
export type AvailableContent = Omit<FoundContent, "isAvailable"> & { contentId: string };

/** Creates the functions that keep PDFs. Without a storage, the catalog keeps none. */
export function createDocumentContents(options: {
  dataSource: DataSource;
  storage: MarkedStorage | undefined;
  logger: Logger;
  watch: Pick<StorageWatch, "suspect">;
  countFailure: () => void;
  noteLoss: NoteLoss;
}) {
  const { dataSource, logger, noteLoss } = options;
  const contentStorage = createContentStorage(options);
  const { sweep, close } = startContentSweep({
    dataSource,
    contentStorage,
    isOn: options.storage !== undefined,
    logger,
  });

  async function find(projectId: string, documentId: string): Promise<FoundContent> {
    const [found] = await queryRows<FoundContent>(
      dataSource.manager,
      `${foundSql} WHERE d.document_id = $1 AND d.project_id = $2 ORDER BY c.content_id DESC LIMIT 1`,
      [documentId, projectId],
    );
    if (!found) throw new Problem("document.not_found");
    return found;
  }

  return {
    sweep,
    close,
    /** Throws the problem of an installation that keeps no PDFs. */
    refuseWithoutStorage: (): void => contentStorage.refuseWithout(),
    put: createKeepContent({ dataSource, contentStorage }),

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
    async read(content: ContentName & { documentId: string }, range: ByteRange): Promise<Uint8Array> {
      const bytes = await contentStorage.run((storage) => storage.read(contentKey(content), range));
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
      const marked = await queryRows<Pick<ContentName, "contentId" | "output">>(
        dataSource.manager,
        `UPDATE document_contents SET deleted_at = now(), sweep_at = now() + interval '${settledAfter}'
         WHERE document_id = $1 AND project_id = $2 AND deleted_at IS NULL
         RETURNING content_id AS "contentId", output`,
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
        await contentStorage
          .run((storage) => storage.delete(contentKey({ projectId, ...content })))
          .catch((error: unknown) => {
            logger.warn("could not delete a kept PDF", { contentId: content.contentId, ...describeError(error) });
          });
      });
      await Promise.race([Promise.all(deletions), delay(longestDeletionMs, undefined, { ref: false })]);
    },
  };
}

export type DocumentContents = ReturnType<typeof createDocumentContents>;
