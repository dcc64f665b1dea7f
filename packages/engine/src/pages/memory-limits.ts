import { totalmem } from "node:os";

const megabyte = 1_000_000;

/** Memory that documents at work may take, in bytes. */
export type MemoryLimits = {
  /** Memory of the renderer of one document. */
  maxRendererBytes: number;
  /** Memory of the browser's own process and of all renderers with a document. */
  maxTotalBytes: number;
};

/** The share of the container's memory for documents at work. The worker, idle pages and memory volumes take the rest. */
const shareOfDocuments = 0.6;
/** One document must leave room for the browser and the documents beside it. */
const shareOfOneDocument = 0.75;

/** Limits for a container or machine with `availableBytes` of memory. */
export function memoryLimits(given: Partial<MemoryLimits>, availableBytes = ownMemoryBytes()): MemoryLimits {
  const maxTotalBytes = given.maxTotalBytes ?? Math.floor(availableBytes * shareOfDocuments);
  const largest = Math.min(1_000 * megabyte, Math.floor(maxTotalBytes * shareOfOneDocument));
  return { maxTotalBytes, maxRendererBytes: given.maxRendererBytes ?? largest };
}

function ownMemoryBytes(): number {
  // 0 where the system does not tell, and a huge number without a limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
