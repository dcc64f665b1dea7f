import { hkdfSync } from "node:crypto";
import { readSecretsKeys } from "./secrets-key.ts";

/**
 * Derives the keys of one purpose from the variable with the secret keys, in their order. What one purpose seals or signs
 * is good for no other.
 */
export function deriveKeys(secretsKey: string, purpose: string): [current: Buffer, ...before: Buffer[]] {
  const [current, ...before] = readSecretsKeys(secretsKey).map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "", `platen ${purpose}`, 32)),
  );
  if (!current) throw new Error("SECRETS_KEY has no key");
  return [current, ...before];
}
