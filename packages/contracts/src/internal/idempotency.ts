import { z } from "zod";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What the catalog keeps of the `Idempotency-Key` of a request: SHA-256 in hex of the key, and of the body. */
export const idempotency = z.strictObject({ keyHash: hash, bodyHash: hash });
export type Idempotency = z.infer<typeof idempotency>;
