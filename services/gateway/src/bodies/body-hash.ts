import { parseExactJson } from "@platen/contracts/exact-json";
import { sha256 } from "../auth/sha256.ts";

/**
 * The hash by which the bodies of requests with one `Idempotency-Key` are compared; undefined without a key. `dataJson` is
 * the body's `data`, whose numbers it may have changed.
 */
export function bodyHashOf(
  headers: { "Idempotency-Key"?: string | undefined },
  body: Readonly<Record<string, unknown>>,
  dataJson?: string,
): string | undefined {
  if (headers["Idempotency-Key"] === undefined) return undefined;
  return sha256(
    JSON.stringify(dataJson === undefined ? body : { ...body, data: parseExactJson(dataJson, body["data"]) }),
  );
}
