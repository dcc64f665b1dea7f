import { Problem, type AssetKind } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import type { Author } from "../accounts/author.ts";
import type { AssetFile } from "./files/read-asset-file.ts";

/** An asset without its bytes, as the database has it. */
export type AssetRow = {
  assetId: string;
  name: string;
  kind: AssetKind;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  revision: number;
  meta: Pick<AssetFile, "width" | "height" | "font">;
  updatedAt: Date;
  savedBy: Author | null;
};

/** The ids that identify one asset of one project. */
export type AssetRef = { projectId: string; assetId: string };

/** The columns of an asset, of {@link assetTables}. */
export const assetColumns = `a.asset_id AS "assetId", a.name, a.kind, a.content_type AS "contentType", a.size_bytes AS "sizeBytes",
  a.sha256, a.revision, a.meta, a.updated_at AS "updatedAt",
  CASE WHEN u.account_id IS NOT NULL THEN json_build_object('accountId', u.account_id, 'email', u.email) END AS "savedBy"`;
export const assetTables = "assets AS a LEFT JOIN accounts AS u ON u.account_id = a.saved_by";

export async function findAsset(manager: EntityManager, { projectId, assetId }: AssetRef): Promise<AssetRow> {
  const [row] = await queryRows<AssetRow>(
    manager,
    `SELECT ${assetColumns} FROM ${assetTables} WHERE a.project_id = $1 AND a.asset_id = $2`,
    [projectId, assetId],
  );
  if (!row) throw new Problem("asset.not_found");
  return row;
}

export async function findAssetByName(
  manager: EntityManager,
  projectId: string,
  name: string,
): Promise<AssetRow | undefined> {
  const [row] = await queryRows<AssetRow>(
    manager,
    `SELECT ${assetColumns} FROM ${assetTables} WHERE a.project_id = $1 AND a.name = $2`,
    [projectId, name],
  );
  return row;
}
