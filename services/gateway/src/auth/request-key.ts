import type { Idempotency } from "@platen/contracts/internal";
import { sha256 } from "./sha256.ts";

/**
 * What the catalog keeps of an `Idempotency-Key`. The keys of requests that create documents and of those that create
 * batches count apart.
 */
export function idempotencyOf(
  made: "document" | "batch",
  key: string | undefined,
  bodyHash: string | undefined,
): Idempotency | undefined {
  if (key === undefined || bodyHash === undefined) return undefined;
  // A key has no space.
  return { keyHash: sha256(made === "document" ? key : `${made} ${key}`), bodyHash };
}
