import { isApiKeyValue, Problem, type Operation } from "@platen/contracts";
import type { Request, Response } from "express";
import type { KeyRateLimit } from "../rate-limit/key-rate-limit.ts";
import { sha256 } from "./sha256.ts";

/** Reads the bearer token of an `Authorization` header; the scheme's case does not matter (RFC 9110). */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

/**
 * Creates the function that authenticates callers by API key. It refuses a malformed key without a look-up, and counts
 * any other against its rate limit. The catalog checks that the key exists, in the one call that follows anyway.
 */
export function createApiKeyAuthentication({ rateLimit }: { rateLimit: KeyRateLimit }) {
  return async function authenticateKey(operation: Operation, request: Request, response: Response): Promise<string> {
    const value = bearerOf(request.get("authorization"));
    if (value === undefined) throw new Problem("auth.key_missing");
    if (!isApiKeyValue(value)) throw new Problem("auth.key_invalid");
    const keyHash = sha256(value);
    const taken = await rateLimit.take(keyHash);
    if (taken.outcome === "not counted") {
      // A document needs the same Redis next, so refuse it now. A read goes on without the limit.
      if (operation.method !== "get") throw new Problem("dependency.unavailable", { retryAfterSeconds: 1 });
      return keyHash;
    }
    response.set(taken.headers);
    if (taken.outcome === "refused") throw new Problem("rate.limited", { retryAfterSeconds: taken.retryAfterSeconds });
    return keyHash;
  };
}
