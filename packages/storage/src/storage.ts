import { outputs } from "@platen/contracts/outputs";

/** The first and the last byte of a part, both included. */
export type ByteRange = { from: number; to: number };

/** An object as a list tells it. */
export type StoredObject = { key: string; sizeBytes: number; writtenAt: Date };

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
  /** Lists the objects, in no certain order, and nothing else that lies beside them. */
  list(): AsyncIterable<StoredObject>;
  /** Reads the id of the installation's storage from its mark; undefined if it has none. */
  readMark(): Promise<string | undefined>;
  /** Writes the mark with this id, whole or not at all. */
  writeMark(id: string): Promise<void>;
  /** How long a look at the mark holds: a folder is unmounted in an instant, a bucket is not made again in a second. */
  readonly markHoldsMs: number;
};

const nameOfKey = /^[\w-]+(?:\/[\w-]+)*$/;

/** The media type of an object by the extension of its key, which is that of an output; undefined for another name. */
export function mediaTypeOf(name: string): string | undefined {
  const output = Object.values(outputs).find(({ extension }) => name.endsWith(extension));
  return output && nameOfKey.test(name.slice(0, -output.extension.length)) ? output.type : undefined;
}

/** Tells objects from other things in a folder or bucket. */
export const isKey = (name: string): boolean => mediaTypeOf(name) !== undefined;

/** Refuses keys that could lead out of the storage. Returns the media type of the object. */
export function refuseOddKey(key: string): string {
  const type = mediaTypeOf(key);
  if (type === undefined) throw new Error(`the storage takes no key such as ${key}`);
  return type;
}
