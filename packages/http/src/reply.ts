type Headers = Record<string, string>;

/** An answer too large to be held whole: its pieces are asked for as the caller takes them, and read once. */
export type Pieces = { sizeBytes: number; content: AsyncIterable<Uint8Array> };

/**
 * An answer that is more than data: extra headers, or bytes instead of the envelope, whole or in pieces. A handler that
 * returns anything else answers with that as the envelope's `data`.
 */
export class Reply {
  readonly headers: Headers;
  readonly data: unknown;
  readonly bytes: Uint8Array | undefined;
  readonly pieces: Pieces | undefined;

  constructor(content: { headers?: Headers; data?: unknown; bytes?: Uint8Array; pieces?: Pieces }) {
    this.headers = content.headers ?? {};
    this.data = content.data;
    this.bytes = content.bytes;
    this.pieces = content.pieces;
  }
}
