import type { RowChunk } from "@platen/contracts/internal";
import { aboutRows, type WaitingSeal } from "../secrets/waiting-seal.ts";

/** A size in an array of integers. */
const sizeBytes = 4;

/** A chunk of rows as its columns. `storedBytes` counts for the limits. */
export function toStoredChunk({ firstRow, sizes, notes, data }: RowChunk, batchId: string, seal: WaitingSeal) {
  const notesJson = JSON.stringify(notes);
  const stored = seal.store(Buffer.from(data, "base64"), aboutRows(batchId, firstRow));
  const dataBytes = (stored.sealed ?? stored.open)?.byteLength ?? 0;
  return {
    firstRow,
    sizes,
    notesJson,
    ...stored,
    storedBytes: dataBytes + notesJson.length + sizes.length * sizeBytes,
  };
}
