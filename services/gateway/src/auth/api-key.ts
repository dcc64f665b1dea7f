import { isApiKeyValue, Problem, type Operation } from "@platen/contracts";
import type { Response } from "express";
import type { KeyRateLimit } from "../rate-limit/key-rate-limit.ts";
import { sha256 } from "./sha256.ts";

/** Reads the bearer token of an `Authorization` header; the scheme's case does not matter (RFC 9110). */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

/** The hash of the key that a request names. Refuses a missing key, and a malformed one without a look-up. */
export function keyHashIn(authorization: string | undefined): string {
  const value = bearerOf(authorization);
  if (value === undefined) throw new Problem("auth.key_missing");
  if (!isApiKeyValue(value)) throw new Problem("auth.key_invalid");
  return sha256(value);
}

/**
 * Creates the function that counts a request against the rate limit of its key. The catalog checks that the key exists,
 * before a large body is read, and in the call that does the work.
 */
export function createLimitKey({ rateLimit }: { rateLimit: KeyRateLimit }) {
  return async function limitKey(operation: Operation, keyHash: string, response: Response): Promise<void> {
    const taken = await rateLimit.take(keyHash);
    if (taken.outcome === "not counted") {
      // A document needs the same Redis next, so refuse it now. A read goes on without the limit.
      if (operation.method !== "get") throw new Problem("dependency.unavailable", { retryAfterSeconds: 1 });
      return;
    }
    response.set(taken.headers);
    if (taken.outcome === "refused") throw new Problem("rate.limited", { retryAfterSeconds: taken.retryAfterSeconds });
  };
}

export type LimitKey = ReturnType<typeof createLimitKey>;
