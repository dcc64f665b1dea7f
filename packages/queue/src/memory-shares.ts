/** About what Redis keeps for one record of an idempotency key. */
const bytesPerRecord = 512;

/** How the memory of Redis is shared out. */
export type MemoryShares = {
  /** Bytes for the data of all documents in flight: one half. */
  dataBytes: number;
  /** Records of idempotency keys, of all projects together: one eighth. */
  idempotencyRecords: number;
};

/**
 * Shares out the memory of Redis. The rest, three eighths, is for finished PDFs that their callers have not taken yet and
 * for the replies that idempotency keys keep.
 */
export function sharesOf(memoryBytes: number): MemoryShares {
  return {
    dataBytes: Math.floor(memoryBytes / 2),
    idempotencyRecords: Math.max(1, Math.floor(memoryBytes / 8 / bytesPerRecord)),
  };
}
