type Headers = Record<string, string>;

/**
 * An answer that is more than data: extra headers, or bytes instead of the envelope. A handler that returns anything
 * else answers with that as the envelope's `data`.
 */
export class Reply {
  readonly headers: Headers;
  readonly data: unknown;
  readonly bytes: Uint8Array | undefined;

  constructor(content: { headers?: Headers; data?: unknown; bytes?: Uint8Array }) {
    this.headers = content.headers ?? {};
    this.data = content.data;
    this.bytes = content.bytes;
  }
}
