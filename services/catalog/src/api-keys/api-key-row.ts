import { usualScopes, type KeyScope } from "@platen/contracts";
import { instant, nullable, text, texts, table, type RowOf } from "../database/table.ts";

export const apiKeys = table("api_keys", {
  keyId: text({ primary: true }),
  projectId: text(),
  name: text(),
  /** SHA-256 of the key value in hex. The value itself is not stored. */
  valueHash: text(),
  lastFour: text(),
  scopes: texts<KeyScope>({ default: [...usualScopes] }),
  /** The account that made it; null if that is not known. */
  createdBy: nullable(text()),
  createdAt: instant({ createDate: true }),
  lastUsedAt: nullable(instant()),
  revokedAt: nullable(instant()),
});

export type ApiKeyRow = RowOf<typeof apiKeys>;
