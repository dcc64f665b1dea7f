import { Problem, type AssetKind } from "@platen/contracts";
import { isUniqueViolation } from "../database/database-error.ts";
import { queryRows } from "../database/rows.ts";
import { containing } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { assetColumns, assetTables, findAsset, findAssetByName, type AssetRef, type AssetRow } from "./asset-row.ts";
import { createAssetUses, type AssetUses } from "./asset-uses.ts";
import { createAssetWriter, keepForNow, type AssetWriterOptions } from "./asset-writer.ts";
import { typesOfName } from "./files/file-types.ts";

export type AssetQuery = PageRequest & {
  sort: `${"name" | "updatedAt" | "sizeBytes"}:${"asc" | "desc"}`;
  search?: string | undefined;
  kind?: AssetKind | undefined;
};

export type Assets = ReturnType<typeof createAssets>;

/** Files of projects that templates use. */
export function createAssets(options: AssetWriterOptions) {
  const { dataSource, store } = options;
  const uses = createAssetUses(dataSource);

  return {
    ...createAssetWriter(options),

    list(projectId: string, query: AssetQuery): Promise<Page<AssetRow>> {
      const where = ["a.project_id = $1"];
      const parameters: unknown[] = [projectId];
      if (query.search !== undefined)
        where.push(`a.name LIKE $${parameters.push(containing(query.search.toLowerCase()))}`);
      if (query.kind !== undefined) where.push(`a.kind = $${parameters.push(query.kind)}`);
      return readPage<AssetRow, "name" | "updatedAt" | "sizeBytes">(
        dataSource,
        {
          columns: assetColumns,
          from: assetTables,
          where,
          parameters,
          id: "a.asset_id",
          sorts: { name: "a.name", updatedAt: "a.updated_at", sizeBytes: "a.size_bytes" },
        },
        query,
      );
    },

    get(ref: AssetRef): Promise<AssetRow> {
      return findAsset(dataSource.manager, ref);
    },

    /** Finds the asset of a name. */
    async named(projectId: string, name: string): Promise<AssetRow> {
      const row = await findAssetByName(dataSource.manager, projectId, name);
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
