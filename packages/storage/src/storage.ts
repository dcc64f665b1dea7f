/** The first and the last byte of a part, both included. */
export type ByteRange = { from: number; to: number };

/** Keeps objects by their keys, such as `prj_1/cnt_2.pdf`. */
export type Storage = {
  /**
   * Writes a new object. Resolves when the object outlives a crash of the machine. A process that is killed may leave a
   * part: an object counts once this has resolved.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Reads a part of an object; fewer bytes if the object is shorter, undefined if it does not exist. */
  read(key: string, range: ByteRange): Promise<Uint8Array | undefined>;
  /** Deletes an object, or the part that a broken `put` has left. A missing object is no error. */
  delete(key: string): Promise<void>;
};

const keyPattern = /^[\w-]+(?:\/[\w-]+)*\.pdf$/;

/** Refuses keys that could lead out of the storage. */
export function refuseOddKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error(`the storage takes no key such as ${key}`);
}
