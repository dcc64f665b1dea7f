import type { DataSource } from "typeorm";
import { prepare } from "../database/rows.ts";

/** Finds the active key with this hash. Never cached, so that a revoked key stops working at once everywhere. */
export type FindKey = (valueHash: string) => Promise<{ keyId: string; projectId: string } | undefined>;

export function createFindKey(dataSource: DataSource): FindKey {
  const find = prepare<{ keyId: string; projectId: string }>(
    dataSource,
    "find_key",
    `SELECT k.key_id AS "keyId", k.project_id AS "projectId"
     FROM api_keys AS k WHERE k.value_hash = $1 AND k.revoked_at IS NULL`,
  );
  return async (valueHash) => (await find([valueHash]))[0];
}
