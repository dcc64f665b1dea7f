import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readSecretsKeys } from "../secrets/secrets-key.ts";

const cipher = "aes-256-gcm";
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

export type Seal = ReturnType<typeof createSeal>;

/**
 * Creates the functions that seal and open secrets (AES-256-GCM) for the database, so that its backups tell none. What a
 * secret belongs to is authenticated with it: sealed bytes do not open in another row. The first bytes name the key.
 */
export function createSeal(secretsKey: string) {
  const keys = readSecretsKeys(secretsKey).map((key) => ({
    key,
    id: createHash("sha256").update(key).digest().subarray(0, idBytes),
  }));
  const [newest] = keys;
  if (!newest) throw new Error("SECRETS_KEY has no key");

  return {
    /** The name of the key that seals. */
    keyId: newest.id,

    seal(secret: string, owner: string): Buffer {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, newest.key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
      return Buffer.concat([newest.id, nonce, sealing.getAuthTag(), sealed]);
    },

    /** Undefined for bytes that none of the keys opens for this owner. */
    open(sealed: Buffer, owner: string): string | undefined {
      const key = keys.find(({ id }) => id.equals(sealed.subarray(0, idBytes)))?.key;
      if (!key) return undefined;
      const nonceEnd = idBytes + nonceBytes;
      const tagEnd = nonceEnd + tagBytes;
      try {
        const opening = createDecipheriv(cipher, key, sealed.subarray(idBytes, nonceEnd), { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(sealed.subarray(nonceEnd, tagEnd));
        return Buffer.concat([opening.update(sealed.subarray(tagEnd)), opening.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
