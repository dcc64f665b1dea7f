const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "plt_";
const randomLength = 40;
const checksumLength = 6;

/** The pattern of every key value, published so that secret scanners can find leaked keys. */
export const apiKeyPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** CRC-32 (ISO 3309) of ASCII text, in base62. It detects typos before any look-up. It protects nothing. */
function checksum(value: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < value.length; i += 1) crc = (crcTable[(crc ^ value.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8);
  let rest = (crc ^ 0xffffffff) >>> 0;
  let encoded = "";
  for (let i = 0; i < checksumLength; i += 1) {
    encoded = alphabet.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

/**
 * Creates a new key value: `plt_`, 40 random base62 characters (238 bits) and a checksum of 6 characters.
 * `randomBytes` must come from a cryptographic source.
 */
export function createApiKeyValue(randomBytes: (size: number) => Uint8Array): string {
  let random = "";
  while (random.length < randomLength) {
    // 248 is the largest multiple of 62 in a byte. Dropping higher bytes makes every character equally likely.
    for (const byte of randomBytes(64)) {
      if (byte < 248 && random.length < randomLength) random += alphabet.charAt(byte % 62);
    }
  }
  return prefix + random + checksum(prefix + random);
}

/** Tells whether a value can be a key, by its prefix, length, alphabet and checksum, without a look-up. */
export function isApiKeyValue(value: string): boolean {
  return apiKeyPattern.test(value) && value.slice(-checksumLength) === checksum(value.slice(0, -checksumLength));
}
