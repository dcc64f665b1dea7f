import { createPrivateKey, createPublicKey } from "node:crypto";
import jwt from "jsonwebtoken";
import { audience, keyId, tokenTypes, type GrantClaims, type Issuer } from "./claims.ts";

const serviceTokenSeconds = 60;
/** The signer replaces a cached token when this little of its lifetime is left. */
const renewBeforeSeconds = 30;

export type ServiceTokenSigner = ReturnType<typeof createServiceTokenSigner>;

/**
 * Creates the signer (ES256) of the gateway, or of another `issuer`. `privateKeyPem` is a P-256 key in PEM format; only
 * the issuer has it. `now` returns the time in milliseconds.
 */
export function createServiceTokenSigner(options: { privateKeyPem: string; issuer?: Issuer; now?: () => number }) {
  const { issuer = "platen-gateway", now = Date.now } = options;
  const privateKey = createPrivateKey(options.privateKeyPem);
  const kid = keyId(createPublicKey(privateKey));
  const cache = new Map<string, { token: string; renewAt: number }>();

  function sign(type: keyof typeof tokenTypes, payload: object, lifeSeconds: number): string {
    const issuedAt = Math.floor(now() / 1000);
    return jwt.sign(
      { ...payload, iss: issuer, aud: audience, iat: issuedAt, exp: issuedAt + lifeSeconds },
      privateKey,
      {
        algorithm: "ES256",
        header: { alg: "ES256", kid, typ: tokenTypes[type] },
      },
    );
  }

  return {
    /** Returns a token for the catalog's operation `scope`, valid for 60 s; repeats the same token for half of that. */
    serviceToken(scope: string): string {
      const cached = cache.get(scope);
      if (cached && now() < cached.renewAt) return cached.token;
      const token = sign("service", { scope }, serviceTokenSeconds);
      cache.set(scope, { token, renewAt: now() + (serviceTokenSeconds - renewBeforeSeconds) * 1000 });
      return token;
    },
    /** Returns a job's grant: it allows reading one template source and reporting one document's outcome. */
    grant(claims: GrantClaims, lifeSeconds: number): string {
      return sign("grant", claims, lifeSeconds);
    },
  };
}
