import type { DataSource, EntityManager } from "typeorm";
import { prepare, queryRows } from "../database/rows.ts";

/** Bytes of a file. A project stores equal bytes once. */
export type StoredBytes = { sha256: string; contentType: string; bytes: Buffer };

/** Where the bytes of files are. Another place for them needs these four functions alone. */
export type AssetStore = {
  /** Stores bytes, in the transaction of the row that names them. */
  put(manager: EntityManager, projectId: string, stored: StoredBytes): Promise<void>;
  get(projectId: string, sha256: string): Promise<Omit<StoredBytes, "sha256"> | undefined>;
  /** Removes bytes that no asset, version or preview has named for a day; of one project, for a minute. */
  removeUnused(projectId?: string): Promise<void>;
  /** How many bytes all projects store. */
  storedBytes(): Promise<number>;
};

/** Files have up to 10 MB each. */
const batchSize = 20;
/** A version or preview that is being made may be about to name the bytes of an asset that has just changed. */
const isUnused = (age: string) => `b.used_at < now() - interval '${age}'
  AND NOT EXISTS (SELECT FROM assets AS a WHERE (a.project_id, a.sha256) = (b.project_id, b.sha256))
  AND NOT EXISTS (SELECT FROM version_assets AS v WHERE (v.project_id, v.sha256) = (b.project_id, b.sha256))
  AND NOT EXISTS (SELECT FROM preview_source_assets AS p WHERE (p.project_id, p.sha256) = (b.project_id, b.sha256))`;

/** Stores the bytes of files in the database. */
export function createAssetStore(dataSource: DataSource): AssetStore {
  const find = prepare<Omit<StoredBytes, "sha256">>(
    dataSource,
    "find_asset_bytes",
    `SELECT content_type AS "contentType", bytes FROM asset_blobs WHERE project_id = $1 AND sha256 = $2`,
  );
  return {
    async put(manager, projectId, { sha256, contentType, bytes }) {
      await queryRows(
        manager,
        `INSERT INTO asset_blobs (project_id, sha256, content_type, size_bytes, bytes) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (project_id, sha256) DO UPDATE SET used_at = now()`,
        [projectId, sha256, contentType, bytes.byteLength, bytes],
      );
    },

    async get(projectId, sha256) {
      return (await find([projectId, sha256]))[0];
    },

    async removeUnused(projectId) {
      const where = projectId === undefined ? isUnused("1 day") : `b.project_id = $1 AND ${isUnused("1 minute")}`;
      for (let removed = batchSize; removed === batchSize;) {
        const rows = await queryRows(
          dataSource.manager,
          `DELETE FROM asset_blobs WHERE (project_id, sha256) IN (
             SELECT b.project_id, b.sha256 FROM asset_blobs AS b WHERE ${where} LIMIT ${batchSize}) RETURNING 1`,
          projectId === undefined ? [] : [projectId],
        );
        removed = rows.length;
      }
    },

    async storedBytes() {
      // PostgreSQL keeps large values beside the table, so that this reads none of them.
      const [found] = await queryRows<{ sum: string }>(
        dataSource.manager,
        "SELECT coalesce(sum(size_bytes), 0) AS sum FROM asset_blobs",
      );
      return Number(found?.sum);
    },
  };
}
