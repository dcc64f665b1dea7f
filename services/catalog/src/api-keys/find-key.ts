import type { KeyScope } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { prepare } from "../database/rows.ts";

type FoundKey = { keyId: string; projectId: string; scopes: KeyScope[] };

/** Finds the active key with this hash. Never cached, so that a revoked key stops working at once everywhere. */
export type FindKey = (valueHash: string) => Promise<FoundKey | undefined>;

export function createFindKey(dataSource: DataSource): FindKey {
  const find = prepare<FoundKey>(
    dataSource,
    "find_key",
    `SELECT k.key_id AS "keyId", k.project_id AS "projectId", k.scopes
     FROM api_keys AS k WHERE k.value_hash = $1 AND k.revoked_at IS NULL`,
  );
  return async (valueHash) => (await find([valueHash]))[0];
}
