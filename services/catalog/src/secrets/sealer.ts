import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readSecretsKeys } from "./secrets-key.ts";

const cipher = "aes-256-gcm";
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

export type Sealer = {
  /** Encrypts bytes. They can be opened only with the same `about`, such as the id of their row. */
  seal(bytes: Uint8Array, about: string): Buffer;
  /** Decrypts what a sealer for the same purpose has sealed; undefined if no key opens it. */
  open(sealed: Uint8Array, about: string): Buffer | undefined;
};

function openWith(key: Uint8Array, sealed: Buffer, about: string): Buffer | undefined {
  const decipher = createDecipheriv(cipher, key, sealed.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]);
  } catch {
    // Another key, another row or changed bytes: the cipher does not tell which.
    return undefined;
  }
}

/**
 * Creates the functions that encrypt what the database must not show in plain text. The first key seals, each opens. Each
 * purpose has a key of its own, derived from these, so that nothing sealed for one opens for another.
 */
export function createSealer(secretsKey: string, purpose: string): Sealer {
  const derived = readSecretsKeys(secretsKey).map((key) =>
    Buffer.from(hkdfSync("sha256", key, "", `platen ${purpose}`, 32)),
  );
  const [current] = derived;
  if (!current) throw new Error("a sealer needs a key");

  return {
    seal(bytes, about) {
      const nonce = randomBytes(nonceBytes);
      const encipher = createCipheriv(cipher, current, nonce, { authTagLength: tagBytes });
      encipher.setAAD(Buffer.from(about));
      const body = Buffer.concat([encipher.update(bytes), encipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, encipher.getAuthTag(), body]);
    },

    open(sealed, about) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < headBytes || bytes[0] !== version) return undefined;
      for (const key of derived) {
        const opened = openWith(key, bytes, about);
        if (opened) return opened;
      }
      return undefined;
    },
  };
}
