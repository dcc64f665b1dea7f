import { Problem } from "@platen/contracts";
import type { Idempotency } from "@platen/contracts/internal";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

/** For so long, requests with the same Idempotency-Key get what the first one has made. */
export const keysKept = "24 hours";

/** A key that changes with each look is taken and given up by others, more often than ever happens. */
const mostTries = 3;

/**
 * The part of a statement that takes an Idempotency-Key for what the statement makes. `rows` selects the project's id, the
 * hashes of key and body, and the id for the column `made`. Of requests with one key, all but the first get no row.
 */
export function takeRequestKey(made: "document_id" | "batch_id", rows: string): string {
  return `INSERT INTO request_keys AS r (project_id, key_hash, body_hash, ${made})
    ${rows}
    ON CONFLICT (project_id, key_hash) DO UPDATE
    SET body_hash = EXCLUDED.body_hash, ${made} = EXCLUDED.${made}, created_at = now()
    WHERE r.created_at <= now() - interval '${keysKept}'
    RETURNING r.project_id`;
}

/** The condition of a key that an earlier request has taken: `key` names the row and its hash. */
export function isEarlierKey(key: string, keyHash: string): string {
  return `${key}.key_hash = ${keyHash} AND ${key}.created_at > now() - interval '${keysKept}'`;
}

/** Refuses a request whose key has named a request with another body. */
export function refuseOtherBody(earlierBodyHash: string | null, idempotency: Idempotency | undefined): void {
  if (earlierBodyHash !== idempotency?.bodyHash) throw new Problem("idempotency.key_reused");
}

const takeForBatchSql = takeRequestKey("batch_id", "SELECT $1, $2, $3, $4");
const earlierBatchSql = `SELECT r.batch_id AS "batchId", r.body_hash AS "bodyHash" FROM request_keys AS r
  WHERE r.project_id = $1 AND ${isEarlierKey("r", "$2")}`;

/**
 * Takes a key for a batch that the transaction creates, or finds the batch of an earlier request. Waits for a transaction
 * that creates one with the same key.
 */
export async function takeKeyOfBatch(
  manager: EntityManager,
  { projectId, batchId, idempotency }: { projectId: string; batchId: string; idempotency: Idempotency },
): Promise<string | undefined> {
  const { keyHash, bodyHash } = idempotency;
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const taken = await queryRows(manager, takeForBatchSql, [projectId, keyHash, bodyHash, batchId]);
    if (taken.length > 0) return undefined;
    const [earlier] = await queryRows<{ batchId: string; bodyHash: string }>(manager, earlierBatchSql, [
      projectId,
      keyHash,
    ]);
    // Not found: it has expired between the two statements.
    if (!earlier) continue;
    refuseOtherBody(earlier.bodyHash, idempotency);
    return earlier.batchId;
  }
  throw new Error("request_keys changes with each look at it");
}
