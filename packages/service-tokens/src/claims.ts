import { createHash, type KeyObject } from "node:crypto";
import { z } from "zod";

/** The processes that sign tokens, each with a key of its own: the gateway, and the courier for documents that no caller waits for. */
export const issuers = ["platen-gateway", "platen-courier"] as const;
export type Issuer = (typeof issuers)[number];

export const audience = "platen-catalog";

/** The `typ` header of each kind, so that a grant never passes for a service token (RFC 8725, 3.11). */
export const tokenTypes = { service: "platen-service+jwt", grant: "platen-grant+jwt" } as const;

export const serviceClaims = z.object({ scope: z.string() });

export const grantClaims = z.object({
  documentId: z.string(),
  projectId: z.string(),
  sourceId: z.string(),
  /** True for a preview, which has no document row and reports no outcome. */
  preview: z.boolean(),
  /** For how many seconds the catalog keeps the PDF. Without it, the grant does not allow to keep it. */
  keepSeconds: z.int().positive().optional(),
  /** When the lease of a document that no caller waits for ends, in milliseconds since the epoch: it names the attempt. */
  leasedUntil: z.int().optional(),
});
export type GrantClaims = z.infer<typeof grantClaims>;
/** The claims of a grant, and who signed it. */
export type VerifiedGrant = GrantClaims & { issuer: Issuer };

/** Names a public key: the start of the SHA-256 of its DER form. */
export function keyId(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url")
    .slice(0, 16);
}
