import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { deriveKeys } from "./derive-keys.ts";

const cipher = "aes-256-gcm";
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const nonceEnd = keyIdBytes + nonceBytes;
const headBytes = nonceEnd + tagBytes;

export type Sealer = {
  /** The first bytes of what this sealer seals: they name the key. */
  keyId: Buffer;
  /** The same of each key, the one that seals first. */
  keyIds: readonly Buffer[];
  /** Encrypts bytes. They can be opened only with the same `about`, such as the id of their row. */
  seal(bytes: Uint8Array, about: string): Buffer;
  /** Decrypts what a sealer for the same purpose has sealed; undefined if no key opens it. */
  open(sealed: Uint8Array, about: string): Buffer | undefined;
  /** Whether the key that has sealed these bytes, of which the first are enough, is one of the keys. */
  hasKeyOf(sealed: Uint8Array): boolean;
};

/** The part of a statement with the first bytes of a sealed value: they name its key. */
export const keyIdOf = (column: string): string => `substring(${column} FROM 1 FOR ${keyIdBytes})`;

function openWith(key: Uint8Array, sealed: Buffer, about: string): Buffer | undefined {
  const nonce = sealed.subarray(keyIdBytes, nonceEnd);
  const decipher = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(nonceEnd, headBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]);
  } catch {
    // Another row or changed bytes: the cipher does not tell which.
    return undefined;
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
const identified = (key: Buffer) => ({ key, id: createHash("sha256").update(key).digest().subarray(0, keyIdBytes) });

/**
 * Creates the functions that encrypt what the database must not show in plain text. The first key seals, each opens. Each
 * purpose has a key of its own, derived from these, so that nothing sealed for one opens for another.
 */
export function createSealer(secretsKey: string, purpose: string): Sealer {
  const [newest, ...before] = deriveKeys(secretsKey, purpose);
  const current = identified(newest);
  const derived = [current, ...before.map(identified)];

  const named = (bytes: Buffer) => derived.find(({ id }) => id.equals(bytes.subarray(0, keyIdBytes)));

  return {
    keyId: current.id,
    keyIds: derived.map(({ id }) => id),

    seal(bytes, about) {
      const nonce = randomBytes(nonceBytes);
      const encipher = createCipheriv(cipher, current.key, nonce, { authTagLength: tagBytes });
      encipher.setAAD(Buffer.from(about));
      const body = Buffer.concat([encipher.update(bytes), encipher.final()]);
      return Buffer.concat([current.id, nonce, encipher.getAuthTag(), body]);
    },

    open(sealed, about) {
      const bytes = asBuffer(sealed);
      const of = bytes.length < headBytes ? undefined : named(bytes);
      return of && openWith(of.key, bytes, about);
    },

    hasKeyOf: (sealed) => named(asBuffer(sealed)) !== undefined,
  };
}
