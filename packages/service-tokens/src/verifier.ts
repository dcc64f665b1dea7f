import { createPublicKey } from "node:crypto";
import jwt from "jsonwebtoken";
import {
  audience,
  grantClaims,
  issuers,
  keyId,
  serviceClaims,
  tokenTypes,
  type Issuer,
  type VerifiedGrant,
} from "./claims.ts";

const clockToleranceSeconds = 5;
/** A worker that reached no catalog for so long may still report what became of a document. */
const lateReportSeconds = 3_600;
const maxTokenLength = 4_096;
/**
 * An issuer sends each service token for half a minute, so far fewer than this are valid at any time. A grant arrives with
 * a document's PDF and soon after with its outcome.
 */
const maxRememberedTokens = 1_000;
/** An issuer that works sends a new service token at least twice as often. A key that was last used before may be replaced. */
const recentMs = 60_000;

/** Thrown for a token that does not allow the operation. The caller's answer does not say why. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

/** Thrown for a token that the right key signed, but that has expired by the verifier's clock. */
export class TokenExpired extends TokenRefused {}

/** The ids of an issuer's public keys, and the id of the key that signed its last token within a minute. */
export type TokenKeys = Record<Issuer, { accepted: string[]; used?: string | undefined }>;

export type ServiceTokenVerifier = ReturnType<typeof createServiceTokenVerifier>;

/** Splits a PEM text into its keys. During a rotation the variable holds the old and the new key. */
function publicKeys(pem: string) {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) throw new Error("the text contains no public key in PEM format");
  return new Map(blocks.map((block) => createPublicKey(block)).map((key) => [keyId(key), key]));
}

function requireExpiry(claims: unknown): number {
  if (typeof claims !== "object" || claims === null || !("exp" in claims) || typeof claims.exp !== "number")
    throw new TokenRefused("the token does not expire");
  return claims.exp;
}

/** Whose key must have signed a token, by what the token says of itself; its signature is still to be checked. */
function issuerOf(payload: unknown): Issuer | undefined {
  if (typeof payload !== "object" || payload === null || !("iss" in payload)) return undefined;
  return issuers.find((issuer) => issuer === payload.iss);
}

/**
 * Creates the verifier for catalog and workers. It accepts only ES256, checks issuer, audience, type and expiry, chooses
 * one of the issuer's configured keys by `kid`, and ignores all other header fields (RFC 8725). Without
 * `courierPublicKeyPem`, it accepts no token of a courier.
 */
export function createServiceTokenVerifier(options: {
  publicKeyPem: string;
  courierPublicKeyPem?: string | undefined;
  now?: () => number;
}) {
  const { publicKeyPem, courierPublicKeyPem, now = Date.now } = options;
  const keys: Record<Issuer, ReturnType<typeof publicKeys>> = {
    "platen-gateway": publicKeys(publicKeyPem),
    "platen-courier": courierPublicKeyPem === undefined ? new Map() : publicKeys(courierPublicKeyPem),
  };
  const used: Partial<Record<Issuer, { kid: string; at: number }>> = {};
  const scopeOf = remembering((token) => {
    const { claims, issuer } = verify("service", token);
    const expiresAt = requireExpiry(claims) * 1_000;
    const parsed = serviceClaims.safeParse(claims);
    if (!parsed.success) throw new TokenRefused("the token is not a service token");
    return { scope: parsed.data.scope, issuer, expiresAt };
  });

  const grantOf = remembering((token) => readGrant(token, clockToleranceSeconds));
  const reportingGrantOf = remembering((token) => readGrant(token, lateReportSeconds));

  function readGrant(token: string, toleranceSeconds: number) {
    const { claims, issuer } = verify("grant", token, toleranceSeconds);
    const expiresAt = requireExpiry(claims) * 1_000;
    const parsed = grantClaims.safeParse(claims);
    if (!parsed.success) throw new TokenRefused("the token is not a grant");
    return { grant: { ...parsed.data, issuer }, expiresAt };
  }

  /** Checking a signature is the most expensive step: a token that arrives again is not verified again, until it expires. */
  function remembering<T extends { expiresAt: number }>(verified: (token: string) => T): (token: string) => T {
    const remembered = new Map<string, T>();
    return (token) => {
      const known = remembered.get(token);
      if (known && now() < known.expiresAt) return known;
      remembered.delete(token);
      const found = verified(token);
      if (remembered.size >= maxRememberedTokens) remembered.clear();
      remembered.set(token, found);
      return found;
    };
  }

  function verify(
    type: keyof typeof tokenTypes,
    token: string,
    clockTolerance = clockToleranceSeconds,
  ): { claims: unknown; issuer: Issuer } {
    if (token.length > maxTokenLength) throw new TokenRefused("the token is too long");
    const decoded = jwt.decode(token, { complete: true });
    const header = decoded?.header;
    const issuer = issuerOf(decoded?.payload);
    const kid = header?.kid;
    const key = kid === undefined || issuer === undefined ? undefined : keys[issuer].get(kid);
    if (!key || kid === undefined || issuer === undefined || header?.typ !== tokenTypes[type] || "crit" in header)
      throw new TokenRefused("the token has an unknown issuer or key, another type or critical extensions");
    try {
      const claims = jwt.verify(token, key, {
        algorithms: ["ES256"],
        issuer,
        audience,
        clockTimestamp: Math.floor(now() / 1000),
        clockTolerance,
        maxAge: "1h",
      });
      used[issuer] = { kid, at: now() };
      return { claims, issuer };
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError)
        throw new TokenExpired(`the token expired ${secondsSince(error.expiredAt)} s ago`, { cause: error });
      throw new TokenRefused("the token does not verify", { cause: error });
    }
  }

  function secondsSince(time: Date): number {
    return Math.round((now() - time.getTime()) / 1_000);
  }

  function keysOf(issuer: Issuer): TokenKeys[Issuer] {
    const last = used[issuer];
    const isRecent = last !== undefined && now() - last.at <= recentMs;
    return { accepted: [...keys[issuer].keys()], used: isRecent ? last.kid : undefined };
  }

  return {
    /** Throws {@link TokenRefused} unless `token` is a service token of this issuer for exactly this scope. */
    verifyServiceToken(token: string, scope: string, issuer: Issuer = "platen-gateway"): void {
      const allowed = scopeOf(token);
      if (allowed.scope !== scope || allowed.issuer !== issuer)
        throw new TokenRefused("the token is for another operation");
    },
    /** Returns the claims of a job's grant; throws {@link TokenRefused} for anything else. */
    verifyGrant(token: string): VerifiedGrant {
      return grantOf(token).grant;
    },
    /** The same for a report of the document's outcome, which may come an hour late: it changes no outcome but a loss. */
    verifyReportingGrant(token: string): VerifiedGrant {
      return reportingGrantOf(token).grant;
    },
    /** The keys with which it verifies, for another verifier to compare. */
    tokenKeys: (): TokenKeys => ({
      "platen-gateway": keysOf("platen-gateway"),
      "platen-courier": keysOf("platen-courier"),
    }),
    /**
     * Whether it can verify an issuer's tokens, by the keys of a verifier that accepts them: with the key that signs now, or,
     * where that is not known yet, with one of all keys. An issuer without keys signs nothing.
     */
    canVerify(issuer: Issuer, { accepted, used: signing }: TokenKeys[Issuer]): boolean {
      if (signing !== undefined) return keys[issuer].has(signing);
      return accepted.length === 0 || accepted.some((id) => keys[issuer].has(id));
    },
  };
}
