import type { MarkedStorage } from "@platen/storage";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { contentKey, contentOfKey, type ContentName } from "../documents/content-key.ts";
import type { NoteLoss } from "../documents/lost-contents.ts";

const filesAtOnce = 500;
/** Each asks the storage. */
const rowsAtOnce = 50;
/** Much longer than a PDF takes from the storage to its row. */
const safeAgeMs = 86_400_000;

/** What storage and database do not agree on. */
export type Difference =
  | { problem: "file without a row"; file: string; sizeBytes: number; writtenAt: string }
  | { problem: "row without a file" | "lost file is back"; projectId: string; documentId: string; contentId: string };

type Row = ContentName & { documentId: string; isLost: boolean };

async function* portionsOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let collected: T[] = [];
  for await (const item of items) {
    collected.push(item);
    if (collected.length < filesAtOnce) continue;
    yield collected;
    collected = [];
  }
  yield collected;
}

/**
 * Finds files without a row that are older than a day, and rows whose file is not there. With `apply` it removes the first,
 * and notes in the records of the others that their PDF is lost.
 */
export async function* compareFiles(options: {
  dataSource: DataSource;
  storage: MarkedStorage;
  noteLoss: NoteLoss;
  apply: boolean;
}): AsyncGenerator<Difference> {
  const { dataSource, storage, noteLoss, apply } = options;

  async function* filesWithoutRow(): AsyncGenerator<Difference> {
    for await (const listed of portionsOf(storage.list())) {
      const files = listed.flatMap((file) => {
        const contentId = contentOfKey(file.key)?.contentId;
        return contentId === undefined || Date.now() - file.writtenAt.getTime() < safeAgeMs
          ? []
          : { ...file, contentId };
      });
      // After the list: a row is there before its file. The row of a deleted PDF knows no file any more.
      const rows = await queryRows<{ contentId: string }>(
        dataSource.manager,
        `SELECT content_id AS "contentId" FROM document_contents
         WHERE content_id = ANY($1) AND (deleted_at IS NULL OR sweep_at IS NOT NULL)`,
        [files.map(({ contentId }) => contentId)],
      );
      const known = new Set(rows.map(({ contentId }) => contentId));
      for (const { key, sizeBytes, writtenAt, contentId } of files) {
        if (known.has(contentId)) continue;
        if (apply) await storage.delete(key);
        yield { problem: "file without a row", file: key, sizeBytes, writtenAt: writtenAt.toISOString() };
      }
    }
  }

  const rowsAfter = (contentId: string) =>
    queryRows<Row>(
      dataSource.manager,
      `SELECT project_id AS "projectId", document_id AS "documentId", content_id AS "contentId",
              output, lost_at IS NOT NULL AS "isLost"
       FROM document_contents
       WHERE sha256 IS NOT NULL AND deleted_at IS NULL AND expires_at > now() AND content_id > $1
       ORDER BY content_id LIMIT ${rowsAtOnce}`,
      [contentId],
    );
  const isStillKept = async (contentId: string) => {
    const sql = "SELECT 1 FROM document_contents WHERE content_id = $1 AND deleted_at IS NULL AND expires_at > now()";
    return (await queryRows(dataSource.manager, sql, [contentId])).length > 0;
  };

  async function* rowsWithoutFile(): AsyncGenerator<Difference> {
    for (let rows = await rowsAfter(""); rows.length > 0; rows = await rowsAfter(rows.at(-1)?.contentId ?? "")) {
      const first = await Promise.all(rows.map((row) => storage.read(contentKey(row), { from: 0, to: 0 })));
      for (const [index, { isLost, output: _, ...row }] of rows.entries()) {
        const isThere = first[index] !== undefined;
        if (isThere !== isLost || !(await isStillKept(row.contentId))) continue;
        if (apply) await noteLoss(row, !isThere);
        yield { problem: isThere ? "lost file is back" : "row without a file", ...row };
      }
    }
  }

  await storage.verify();
  yield* filesWithoutRow();
  yield* rowsWithoutFile();
}
