const leastBytes = 1_024;

/**
 * Joins pieces as they come, whatever their size. It takes three times the bytes that came while it grows, and at most
 * twice afterwards. A single piece is not copied.
 */
export class GrowingBuffer {
  readonly #maxBytes: number;
  #only: Uint8Array | undefined;
  #joined: Uint8Array | undefined;
  #size = 0;

  /** `maxBytes` bounds what it allocates. It may be a claim of the sender, because memory grows only as bytes come. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  append(piece: Uint8Array): void {
    if (this.#size === 0) this.#only = piece;
    else this.#roomFor(piece.byteLength).set(piece, this.#size);
    this.#size += piece.byteLength;
  }

  /** Returns the bytes, and forgets them. */
  take(): Uint8Array {
    const bytes = this.#only ?? this.#joined?.subarray(0, this.#size) ?? new Uint8Array();
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#only = undefined;
    this.#joined = undefined;
    this.#size = 0;
  }

  #roomFor(bytes: number): Uint8Array {
    const needed = this.#size + bytes;
    const before = this.#only ?? this.#joined;
    if (this.#joined && needed <= this.#joined.byteLength) return this.#joined;
    const grown = Math.max(leastBytes, Math.min(2 * needed, this.#maxBytes));
    const joined = Buffer.allocUnsafe(Math.max(needed, grown));
    if (before) joined.set(before.subarray(0, this.#size));
    this.#only = undefined;
    this.#joined = joined;
    return joined;
  }
}
