import type { Sealer } from "./sealer.ts";

/** Data in a row: as they came, or sealed. The other one is null. */
export type StoredData = { open: Buffer | null; sealed: Buffer | null };

export type WaitingSeal = {
  /** The first bytes of what the keys have sealed. */
  keyIds: readonly Buffer[];
  store(data: Buffer, about: string): StoredData;
  /** Returns the data of a row; undefined if no key opens them. */
  read(stored: StoredData, about: string): Buffer | undefined;
  /** Whether the key that has sealed these data, of which the first bytes are enough, is there. */
  hasKeyOf(sealed: Uint8Array): boolean;
};

/** What the data of a document are bound to. */
export const aboutDocument = (documentId: string): string => `document ${documentId}`;

/** What the rows of a batch from one on are bound to. */
export const aboutRows = (batchId: string, firstRow: number): string => `rows of ${batchId} from ${firstRow}`;

/**
 * Creates the functions that seal what a document or a row is made from while it waits. Without a sealer the data stay as
 * they came, and so do those that were stored before there was one.
 */
export function createWaitingSeal(sealer: Sealer | undefined): WaitingSeal {
  return {
    keyIds: sealer?.keyIds ?? [],
    store: (data, about) => (sealer ? { open: null, sealed: sealer.seal(data, about) } : { open: data, sealed: null }),
    read: ({ open, sealed }, about) => (sealed ? sealer?.open(sealed, about) : (open ?? undefined)),
    hasKeyOf: (sealed) => sealer?.hasKeyOf(sealed) === true,
  };
}
