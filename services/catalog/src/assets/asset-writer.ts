import { createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import { findAsset, findAssetByName, type AssetRow } from "./asset-row.ts";
import type { AssetStore, StoredBytes } from "./asset-store.ts";
import { readAsset, type ReadAsset } from "./read-asset.ts";

const maxAssets = 1_000;

/** The old bytes of an asset stay for a caller that has just read its digest. */
export function keepForNow(manager: EntityManager, projectId: string, sha256: string): Promise<unknown> {
  return queryRows(manager, "UPDATE asset_blobs SET used_at = now() WHERE project_id = $1 AND sha256 = $2", [
    projectId,
    sha256,
  ]);
}

export type AssetWriterOptions = { dataSource: DataSource; store: AssetStore; projectBytes: number };

/** Creates the functions that write files into the library of a project, as far as it has space. */
export function createAssetWriter({ dataSource, store, projectBytes }: AssetWriterOptions) {
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
        const old = await findAssetByName(manager, projectId, name);
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
        const old = await findAssetByName(manager, projectId, asset.name);
        if (!old) await write(manager, projectId, { asset, old, savedBy });
        else if (old.sha256 !== asset.stored.sha256) kept.push(asset.name);
      }
      return kept;
    },
  };
}
