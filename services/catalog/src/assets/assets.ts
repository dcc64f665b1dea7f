import { createId, Problem, type AssetKind } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { isUniqueViolation } from "../database/database-error.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import { containing } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import type { AssetRow } from "./asset-row.ts";
import type { AssetStore, StoredBytes } from "./asset-store.ts";
import { createAssetUses, type AssetUses } from "./asset-uses.ts";
import { typesOfName } from "./files/file-types.ts";
import { readAssetFile, type AssetFile } from "./files/read-asset-file.ts";

/** The ids that identify one asset of one project. */
export type AssetRef = { projectId: string; assetId: string };

export type AssetQuery = PageRequest & {
  sort: `${"name" | "updatedAt" | "sizeBytes"}:${"asc" | "desc"}`;
  search?: string | undefined;
  kind?: AssetKind | undefined;
};

/** A file that the project may keep, with what it is. */
export type ReadAsset = { name: string; file: AssetFile; stored: StoredBytes };

export type Assets = ReturnType<typeof createAssets>;

const maxAssets = 1_000;
const columns = `a.asset_id AS "assetId", a.name, a.kind, a.content_type AS "contentType", a.size_bytes AS "sizeBytes",
  a.sha256, a.revision, a.meta, a.updated_at AS "updatedAt",
  CASE WHEN u.account_id IS NOT NULL THEN json_build_object('accountId', u.account_id, 'email', u.email) END AS "savedBy"`;
const tables = "assets AS a LEFT JOIN accounts AS u ON u.account_id = a.saved_by";

async function findAsset(manager: EntityManager, { projectId, assetId }: AssetRef): Promise<AssetRow> {
  const [row] = await queryRows<AssetRow>(
    manager,
    `SELECT ${columns} FROM ${tables} WHERE a.project_id = $1 AND a.asset_id = $2`,
    [projectId, assetId],
  );
  if (!row) throw new Problem("asset.not_found");
  return row;
}

async function findByName(manager: EntityManager, projectId: string, name: string): Promise<AssetRow | undefined> {
  const [row] = await queryRows<AssetRow>(
    manager,
    `SELECT ${columns} FROM ${tables} WHERE a.project_id = $1 AND a.name = $2`,
    [projectId, name],
  );
  return row;
}

/** The old bytes of an asset stay for a caller that has just read its digest. */
function keepForNow(manager: EntityManager, projectId: string, sha256: string): Promise<unknown> {
  return queryRows(manager, "UPDATE asset_blobs SET used_at = now() WHERE project_id = $1 AND sha256 = $2", [
    projectId,
    sha256,
  ]);
}

/** Off the event loop, which ten megabytes would hold up. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

/** Reads what a file is, and refuses one that a project may not keep. */
export async function readAsset(name: string, bytes: Buffer<ArrayBuffer>): Promise<ReadAsset> {
  const file = await readAssetFile(name, bytes);
  return { name, file, stored: { sha256: await digestOf(bytes), contentType: file.contentType, bytes } };
}

/** Files of projects that templates use. */
export function createAssets(options: { dataSource: DataSource; store: AssetStore; projectBytes: number }) {
  const { dataSource, store, projectBytes } = options;
  const uses = createAssetUses(dataSource);

  async function hasSpace(manager: EntityManager, projectId: string, { sha256, bytes }: StoredBytes): Promise<boolean> {
    const [found] = await queryRows<{ sum: string }>(
      manager,
      "SELECT coalesce(sum(b.size_bytes), 0) AS sum FROM asset_blobs AS b WHERE b.project_id = $1 AND b.sha256 <> $2",
      [projectId, sha256],
    );
    return Number(found?.sum) + bytes.byteLength <= projectBytes;
  }

  async function refuseWithoutSpace(manager: EntityManager, projectId: string, stored: StoredBytes): Promise<void> {
    if (await hasSpace(manager, projectId, stored)) return;
    throw new Problem("quota.reached", {
      message: `The project's files would take more than ${projectBytes.toLocaleString("en")} bytes, with those that published versions keep. Delete assets, or templates that are not used any more.`,
    });
  }

  /** Creates an asset, or replaces the bytes of `old`. The row of the project must be locked. */
  async function write(
    manager: EntityManager,
    projectId: string,
    { asset, old, savedBy }: { asset: ReadAsset; old: AssetRow | undefined; savedBy: string | null },
  ): Promise<string> {
    const { name, file, stored } = asset;
    const { kind, contentType, ...meta } = file;
    if (!old) {
      await refuseMoreThan(manager, maxAssets, {
        lock: lockOfProject,
        from: "assets WHERE project_id = $1",
        id: projectId,
        message: `The project has ${maxAssets.toLocaleString("en")} assets, the maximum. Delete one that is not used any more.`,
      });
    }
    await refuseWithoutSpace(manager, projectId, stored);
    await store.put(manager, projectId, stored);
    if (old) await keepForNow(manager, projectId, old.sha256);
    const assetId = old?.assetId ?? createId("asset");
    await queryRows(
      manager,
      `INSERT INTO assets AS a (asset_id, project_id, name, kind, content_type, size_bytes, sha256, meta, saved_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (asset_id) DO UPDATE SET kind = excluded.kind, content_type = excluded.content_type,
         size_bytes = excluded.size_bytes, sha256 = excluded.sha256, meta = excluded.meta,
         saved_by = excluded.saved_by, revision = a.revision + 1, updated_at = now()`,
      [
        assetId,
        projectId,
        name,
        kind,
        contentType,
        stored.bytes.byteLength,
        stored.sha256,
        JSON.stringify(meta),
        savedBy,
      ],
    );
    return assetId;
  }

  return {
    list(projectId: string, query: AssetQuery): Promise<Page<AssetRow>> {
      const where = ["a.project_id = $1"];
      const parameters: unknown[] = [projectId];
      if (query.search !== undefined)
        where.push(`a.name LIKE $${parameters.push(containing(query.search.toLowerCase()))}`);
      if (query.kind !== undefined) where.push(`a.kind = $${parameters.push(query.kind)}`);
      return readPage<AssetRow, "name" | "updatedAt" | "sizeBytes">(
        dataSource,
        {
          columns,
          from: tables,
          where,
          parameters,
          id: "a.asset_id",
          sorts: { name: "a.name", updatedAt: "a.updated_at", sizeBytes: "a.size_bytes" },
        },
        query,
      );
    },

    /** Creates the asset of a name, or replaces its bytes. The same bytes again change nothing. */
    async upload(
      projectId: string,
      { name, bytes: given, savedBy }: { name: string; bytes: Uint8Array; savedBy: string | null },
    ): Promise<AssetRow> {
      // A view of memory that no other code uses: Node.js has read it from a socket.
      const bytes = Buffer.from(given.buffer as ArrayBuffer, given.byteOffset, given.byteLength);
      const asset = await readAsset(name, bytes);
      // Before the transaction, which holds the lock of the project.
      if (!(await hasSpace(dataSource.manager, projectId, asset.stored))) await store.removeUnused(projectId);
      return dataSource.transaction(async (manager) => {
        await queryRows(manager, lockOfProject, [projectId]);
        const old = await findByName(manager, projectId, name);
        if (old?.sha256 === asset.stored.sha256) return old;
        return findAsset(manager, { projectId, assetId: await write(manager, projectId, { asset, old, savedBy }) });
      });
    },

    /** Creates the assets whose names the project lacks. Returns the names that it has for other bytes. */
    async addMissing(
      manager: EntityManager,
      projectId: string,
      { assets, savedBy }: { assets: readonly ReadAsset[]; savedBy: string | null },
    ): Promise<string[]> {
      await queryRows(manager, lockOfProject, [projectId]);
      const kept: string[] = [];
      for (const asset of assets) {
        const old = await findByName(manager, projectId, asset.name);
        if (!old) await write(manager, projectId, { asset, old, savedBy });
        else if (old.sha256 !== asset.stored.sha256) kept.push(asset.name);
      }
      return kept;
    },

    get(ref: AssetRef): Promise<AssetRow> {
      return findAsset(dataSource.manager, ref);
    },

    /** Finds the asset of a name. */
    async named(projectId: string, name: string): Promise<AssetRow> {
      const row = await findByName(dataSource.manager, projectId, name);
      if (!row) throw new Problem("asset.not_found");
      return row;
    },

    /** Reads the bytes of an asset. */
    async content(projectId: string, { sha256 }: Pick<AssetRow, "sha256">): Promise<Buffer> {
      const found = await store.get(projectId, sha256);
      // Another upload has replaced them, long ago.
      if (!found) throw new Problem("asset.not_found");
      return found.bytes;
    },

    async uses(ref: AssetRef): Promise<AssetUses> {
      return uses.of(ref.projectId, await findAsset(dataSource.manager, ref));
    },

    async rename(ref: AssetRef, name: string): Promise<AssetRow> {
      const asset = await findAsset(dataSource.manager, ref);
      if (!typesOfName(name).some(({ contentType }) => contentType === asset.contentType)) {
        const ending = asset.name.slice(asset.name.lastIndexOf("."));
        const message = `must end in ${ending}, as the name of the file does now`;
        throw new Problem("request.invalid", { message: `\`name\` ${message}.`, details: [{ path: "name", message }] });
      }
      try {
        await queryRows(
          dataSource.manager,
          "UPDATE assets SET name = $3, updated_at = now() WHERE project_id = $1 AND asset_id = $2",
          [ref.projectId, ref.assetId, name],
        );
      } catch (error) {
        if (!isUniqueViolation(error, "assets_name_unique")) throw error;
        const details = [{ path: "name", message: "is already the name of another asset" }];
        throw new Problem("asset.name_taken", { details, cause: error });
      }
      return findAsset(dataSource.manager, ref);
    },

    /** Deletes an asset that no draft and no snippet uses. Versions keep its bytes. */
    async remove(ref: AssetRef): Promise<void> {
      const asset = await findAsset(dataSource.manager, ref);
      await uses.refuseUsed(ref.projectId, asset);
      await dataSource.transaction(async (manager) => {
        await keepForNow(manager, ref.projectId, asset.sha256);
        await queryRows(manager, "DELETE FROM assets WHERE project_id = $1 AND asset_id = $2", [
          ref.projectId,
          ref.assetId,
        ]);
      });
    },
  };
}
