export type { GrantClaims, Issuer, VerifiedGrant } from "./claims.ts";
export { createServiceTokenSigner, type ServiceTokenSigner } from "./signer.ts";
export { createServiceTokenVerifier, TokenExpired, type ServiceTokenVerifier } from "./verifier.ts";
