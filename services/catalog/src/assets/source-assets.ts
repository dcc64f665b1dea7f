import { isId, Problem } from "@platen/contracts";
import type { GrantClaims } from "@platen/service-tokens";
import type { DataSource } from "typeorm";
import { prepare } from "../database/rows.ts";
import type { AssetStore, StoredBytes } from "./asset-store.ts";

/** The files that sources use, for the workers that render them. */
export function createSourceAssets(dataSource: DataSource, store: Pick<AssetStore, "get">) {
  const pinOf = (table: string, id: string) =>
    prepare<{ sha256: string }>(
      dataSource,
      `find_${table}`,
      `SELECT p.sha256 FROM ${table} AS p WHERE p.${id} = $1 AND p.project_id = $2 AND p.sha256 = $3 LIMIT 1`,
    );
  const findVersionPin = pinOf("version_assets", "version_id");
  const findPreviewPin = pinOf("preview_source_assets", "source_id");

  return {
    /** Reads a file of the source that a grant allows. The digest alone opens nothing: the source must use it. */
    async get(
      grant: GrantClaims,
      { sourceId, sha256 }: { sourceId: string; sha256: string },
    ): Promise<Omit<StoredBytes, "sha256">> {
      if (grant.sourceId !== sourceId) throw new Problem("auth.token_invalid");
      const findPin = isId("previewSource", sourceId) ? findPreviewPin : findVersionPin;
      const [pin] = await findPin([sourceId, grant.projectId, sha256]);
      const found = pin && (await store.get(grant.projectId, sha256));
      if (!found) throw new Problem("asset.not_found");
      return found;
    },
  };
}

export type SourceAssets = ReturnType<typeof createSourceAssets>;
