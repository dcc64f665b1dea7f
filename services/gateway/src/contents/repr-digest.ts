/** The header by which a caller can tell that a file is whole (RFC 9530), from the SHA-256 in hex that is known already. */
export function reprDigest(sha256: string): { "Repr-Digest": string } {
  return { "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:` };
}
