import { generateKeyPairSync } from "node:crypto";

/** The ES256 key pair of the service tokens, as PEM. */
export type ServiceTokenKeys = { privateKey: string; publicKey: string };

/** Creates a key pair. Only the gateway gets the private key. */
export function createServiceTokenKeys(): ServiceTokenKeys {
  return generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
}
