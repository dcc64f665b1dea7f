import { createPublicKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { audience, grantClaims, issuer, keyId, serviceClaims, tokenTypes, type GrantClaims } from "./claims.ts";

const clockToleranceSeconds = 5;
const maxTokenLength = 4_096;
/** The gateway sends each token for half a minute; far fewer than this are good at any time. */
const maxRememberedTokens = 1_000;

/** Thrown for a token that does not open what it was shown for; it does not say why. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

export type ServiceTokenVerifier = ReturnType<typeof createServiceTokenVerifier>;

/** Splits a PEM text into its keys: during a rotation the variable holds the old and the new one. */
function publicKeys(pem: string) {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) throw new Error("no public key in PEM");
  return new Map(blocks.map((block) => createPublicKey(block)).map((key) => [keyId(key), key]));
}

function requireExpiry(claims: unknown): number {
  if (typeof claims !== "object" || claims === null || !("exp" in claims) || typeof claims.exp !== "number")
    throw new TokenRefused("the token does not expire");
  return claims.exp;
}

/**
 * Makes the verifier that catalog and workers hold. The algorithm is pinned to ES256; issuer, audience, type and
 * expiry are checked; the key is chosen among the configured ones by `kid`, and no other header field is looked at
 * (RFC 8725).
 */
export function createServiceTokenVerifier(options: { publicKeyPem: string; now?: () => number }) {
  const keys = publicKeys(options.publicKeyPem);
  const now = options.now ?? Date.now;
  // Checking a signature costs more than all else that is done with a token, and each comes many times.
  const remembered = new Map<string, { scope: string; expiresAt: number }>();

  function scopeOf(token: string): string {
    const known = remembered.get(token);
    if (known && now() < known.expiresAt) return known.scope;
    remembered.delete(token);
    const claims = verify("service", token);
    const expiresAt = requireExpiry(claims) * 1_000;
    const parsed = serviceClaims.safeParse(claims);
    if (!parsed.success) throw new TokenRefused("the token is no service token");
    if (remembered.size >= maxRememberedTokens) remembered.clear();
    remembered.set(token, { scope: parsed.data.scope, expiresAt });
    return parsed.data.scope;
  }

  function verify(type: keyof typeof tokenTypes, token: string): unknown {
    if (token.length > maxTokenLength) throw new TokenRefused("the token is too long");
    const header = jwt.decode(token, { complete: true })?.header;
    const key = header?.kid === undefined ? undefined : keys.get(header.kid);
    if (!key || header?.typ !== tokenTypes[type] || "crit" in header)
      throw new TokenRefused("the token is not one of ours");
    try {
      return jwt.verify(token, key, {
        algorithms: ["ES256"],
        issuer,
        audience,
        clockTimestamp: Math.floor(now() / 1000),
        clockTolerance: clockToleranceSeconds,
        maxAge: "1h",
      });
    } catch (error) {
      throw new TokenRefused("the token does not verify", { cause: error });
    }
  }

  return {
    /** Throws {@link TokenRefused} unless `token` is a service token for exactly this scope. */
    verifyServiceToken(token: string, scope: string): void {
      if (scopeOf(token) !== scope) throw new TokenRefused("the token is for another operation");
    },
    /** Returns what a job's grant opens; throws {@link TokenRefused} for anything else. */
    verifyGrant(token: string): GrantClaims {
      const claims = verify("grant", token);
      requireExpiry(claims);
      const parsed = grantClaims.safeParse(claims);
      if (!parsed.success) throw new TokenRefused("the token is no grant");
      return parsed.data;
    },
  };
}
