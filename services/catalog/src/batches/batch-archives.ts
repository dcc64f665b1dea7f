import { createId, Problem } from "@platen/contracts";
import type { Archive, ArchiveFile } from "@platen/contracts/internal";
import { directoryEntryBytes, fileHeaderBytes } from "@platen/zip";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { isContentOf } from "../documents/content-conditions.ts";
import { findBatch, isThere, type BatchRow } from "./batch-row.ts";
import { uniqueNames } from "./file-names.ts";

const filesPerPage = 500;
/** Rows that one statement reads. */
const rowsPerRead = 2_000;

type KeptFile = Omit<ArchiveFile, "name"> & {
  row: number;
  filename: string | null;
  reference: string | null;
  expiresAt: Date;
};
type ArchiveRow = Omit<Archive, "name" | "modifiedAt">;

/** The PDFs of some rows, of each row's newest document. */
const filesSql = `
  SELECT d.row_number AS row, d.document_id AS "documentId", d.filename, d.reference, c.content_id AS "contentId",
         c.size_bytes AS "sizeBytes", c.crc32::double precision AS crc32, c.expires_at AS "expiresAt"
  FROM (
    SELECT DISTINCT ON (row_number) * FROM documents
    WHERE batch_id = $1 AND project_id = $2 AND row_number >= $3 AND row_number < $4
    ORDER BY row_number, document_id DESC
  ) AS d
  CROSS JOIN LATERAL (
    SELECT * FROM document_contents AS c WHERE ${isContentOf} ORDER BY c.content_id DESC LIMIT 1
  ) AS c
  WHERE d.status = 'completed' AND c.deleted_at IS NULL AND c.lost_at IS NULL AND c.expires_at > now() AND c.crc32 IS NOT NULL
  ORDER BY d.row_number`;

/**
 * Creates the functions that tell what is in the ZIP of a batch. Its every byte follows from names, sizes and checksums, so
 * that none is made: the gateway answers each part. The list of its files is written when the first caller asks, and again
 * after one of these PDFs was deleted or has expired.
 */
export function createBatchArchives(dataSource: DataSource) {
  const building = new Map<string, Promise<ArchiveRow>>();

  async function find(projectId: string, batchId: string): Promise<ArchiveRow | undefined> {
    const [row] = await queryRows<ArchiveRow>(
      dataSource.manager,
      `SELECT archive_id AS "archiveId", files, files_bytes::double precision AS "filesBytes",
              directory_bytes::double precision AS "directoryBytes", pages
       FROM batch_archives WHERE batch_id = $1 AND project_id = $2 AND good_until > now()`,
      [batchId, projectId],
    );
    return row;
  }

  async function build(projectId: string, { batchId, rowCount }: BatchRow): Promise<ArchiveRow> {
    const archiveId = createId("archive");
    const nameOf = uniqueNames();
    const archive: ArchiveRow = { archiveId, files: 0, filesBytes: 0, directoryBytes: 0, pages: [] };
    let goodUntil = new Date(8.64e15);
    let page: ArchiveFile[] = [];

    async function writePage(): Promise<void> {
      if (page.length === 0) return;
      await queryRows(
        dataSource.manager,
        "INSERT INTO batch_archive_pages (archive_id, page, project_id, files) VALUES ($1, $2, $3, $4)",
        [archiveId, archive.pages.length, projectId, JSON.stringify(page)],
      );
      archive.pages.push({ fileOffset: archive.filesBytes, directoryOffset: archive.directoryBytes });
      for (const { name, sizeBytes } of page) {
        archive.directoryBytes += directoryEntryBytes(name, archive.filesBytes);
        archive.filesBytes += fileHeaderBytes(name) + sizeBytes;
      }
      archive.files += page.length;
      page = [];
    }

    for (let from = 0; from < rowCount; from += rowsPerRead) {
      const files = await queryRows<KeptFile>(dataSource.manager, filesSql, [
        batchId,
        projectId,
        from,
        from + rowsPerRead,
      ]);
      for (const { row, filename, reference, expiresAt, ...file } of files) {
        const { documentId } = file;
        page.push({ name: nameOf({ documentId, row, filename, reference }), ...file });
        if (expiresAt < goodUntil) goodUntil = expiresAt;
        if (page.length === filesPerPage) await writePage();
      }
    }
    await writePage();
    if (archive.files === 0) return archive;
    await queryRows(
      dataSource.manager,
      `INSERT INTO batch_archives (batch_id, project_id, archive_id, files, files_bytes, directory_bytes, pages, good_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (batch_id) DO UPDATE
       SET archive_id = EXCLUDED.archive_id, files = EXCLUDED.files, files_bytes = EXCLUDED.files_bytes,
           directory_bytes = EXCLUDED.directory_bytes, pages = EXCLUDED.pages, good_until = EXCLUDED.good_until`,
      [
        batchId,
        projectId,
        archiveId,
        archive.files,
        archive.filesBytes,
        archive.directoryBytes,
        JSON.stringify(archive.pages),
        goodUntil,
      ],
    );
    return archive;
  }

  /** Requests that come at once share one build. */
  function buildOnce(projectId: string, batch: BatchRow): Promise<ArchiveRow> {
    const { batchId } = batch;
    const running = building.get(batchId) ?? build(projectId, batch).finally(() => building.delete(batchId));
    building.set(batchId, running);
    return running;
  }

  return {
    /** Finds the ZIP of a batch; null while the batch is not final. */
    async find(projectId: string, batchId: string): Promise<{ archive: Archive | null; batch: BatchRow }> {
      const batch = await findBatch(dataSource.manager, projectId, batchId);
      if (batch.finishedAt === null) return { archive: null, batch };
      if (batch.counts.completed === 0)
        throw new Problem("content.not_found", { message: "The batch has made no PDF." });
      const found = (await find(projectId, batchId)) ?? (await buildOnce(projectId, batch));
      if (found.files === 0)
        throw new Problem("content.gone", { message: "All PDFs of the batch have expired, were deleted or are lost." });
      const name = batch.name ?? batch.templateName;
      return { archive: { ...found, name, modifiedAt: batch.finishedAt.getTime() }, batch };
    },

    async page(
      { projectId, batchId }: { projectId: string; batchId: string },
      { archiveId, page }: { archiveId: string; page: number },
    ): Promise<ArchiveFile[]> {
      const [row] = await queryRows<{ files: ArchiveFile[] }>(
        dataSource.manager,
        `SELECT p.files FROM batch_archive_pages AS p
         JOIN batches AS b ON b.batch_id = $4 AND b.project_id = p.project_id AND ${isThere}
         WHERE p.archive_id = $1 AND p.page = $2 AND p.project_id = $3`,
        [archiveId, page, projectId, batchId],
      );
      if (!row) throw new Problem("content.gone");
      return row.files;
    },
  };
}

export type BatchArchives = ReturnType<typeof createBatchArchives>;
