import { z } from "zod";
import { sha256 } from "../schemas/fields.ts";

/** What the catalog keeps of the `Idempotency-Key` of a request: SHA-256 in hex of the key, and of the body. */
export const idempotency = z.strictObject({ keyHash: sha256, bodyHash: sha256 });
export type Idempotency = z.infer<typeof idempotency>;
