/** A header that is sent several times, such as `Set-Cookie`, has a list of values. */
type Headers = Record<string, string | readonly string[]>;

/**
 * An answer too large to hold in memory. The server reads each piece once, when the caller has taken the one before.
 * Without a size, a caller has a minute to read it all.
 */
export type Pieces = { sizeBytes?: number; content: AsyncIterable<Uint8Array> };

/**
 * An answer that is more than data: extra headers, or bytes instead of the envelope, whole or in pieces. Any other value
 * that a handler returns becomes the envelope's `data`.
 */
export class Reply {
  /**
   * The status of an answer that has another than its operation's: a part of a file, a file that the caller has, a file that
   * is not made yet, or events that have all been told.
   */
  readonly status: 202 | 204 | 206 | 304 | undefined;
  readonly headers: Headers;
  readonly data: unknown;
  readonly bytes: Uint8Array | undefined;
  readonly pieces: Pieces | undefined;

  constructor(content: {
    status?: 202 | 204 | 206 | 304 | undefined;
    headers?: Headers;
    data?: unknown;
    bytes?: Uint8Array;
    pieces?: Pieces;
  }) {
    this.status = content.status;
    this.headers = content.headers ?? {};
    this.data = content.data;
    this.bytes = content.bytes;
    this.pieces = content.pieces;
  }
}
