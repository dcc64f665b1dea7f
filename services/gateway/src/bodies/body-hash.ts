import { sha256 } from "../auth/sha256.ts";

/** The hash by which the bodies of requests with one `Idempotency-Key` are compared; undefined without a key. */
export function bodyHashOf(headers: { "Idempotency-Key"?: string | undefined }, body: object): string | undefined {
  return headers["Idempotency-Key"] === undefined ? undefined : sha256(JSON.stringify(body));
}
