import { randomBytes } from "node:crypto";

/** Creates the key by which a catalog seals secrets in the database. */
export function createSecretsKey(): string {
  return randomBytes(32).toString("base64");
}
