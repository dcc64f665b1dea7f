import { usualScopes, type KeyScope } from "@platen/contracts";
import { EntitySchema } from "typeorm";

export type ApiKeyRow = {
  keyId: string;
  projectId: string;
  name: string;
  /** SHA-256 of the key value in hex. The value itself is not stored. */
  valueHash: string;
  lastFour: string;
  scopes: KeyScope[];
  /** The account that made it; null if that is not known. */
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

export const apiKeys = new EntitySchema<ApiKeyRow>({
  name: "api_key",
  tableName: "api_keys",
  columns: {
    keyId: { name: "key_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    name: { name: "name", type: "text" },
    valueHash: { name: "value_hash", type: "text" },
    lastFour: { name: "last_four", type: "text" },
    scopes: { name: "scopes", type: "text", array: true, default: [...usualScopes] },
    createdBy: { name: "created_by", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    lastUsedAt: { name: "last_used_at", type: "timestamptz", precision: 3, nullable: true },
    revokedAt: { name: "revoked_at", type: "timestamptz", precision: 3, nullable: true },
  },
});
