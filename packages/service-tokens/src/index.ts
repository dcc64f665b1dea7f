export type { GrantClaims, Issuer, VerifiedGrant } from "./claims.ts";
export { createServiceTokenSigner, type ServiceTokenSigner } from "./signer.ts";
export { createServiceTokenVerifier, TokenExpired, TokenRefused, type ServiceTokenVerifier } from "./verifier.ts";
