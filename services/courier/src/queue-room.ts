import { maxDocumentsPerLease } from "@platen/contracts/internal";
import { backgroundJobsPerSlot, type BackgroundProducer } from "@platen/queue";
import type { FedDocuments } from "./fed-documents.ts";
import type { Metrics } from "./metrics.ts";

/** The most bytes of data in the queue, beyond those of one document. */
const windowBytes = 64 * 1024 * 1024;
/** A worker that comes or goes is seen after this. */
const slotsKeptMs = 1_000;
/** How long the documents that wait in the queue keep the slots busy: longer than it takes to feed more. */
const spareMs = 300;
/** The last document in the queue is done after this part of its time, where all take what the last ones took. */
const usedOfDeadline = 0.5;

/**
 * How many documents are in the queue at most: those that workers hold, so that no slot is empty, and spare ones, more of
 * documents that take little time. Fewer of slow documents, whose time would end before their turn.
 */
function windowOf(slots: number, meanMs: number, deadlineMs: number): { documents: number; spare: number } {
  const held = backgroundJobsPerSlot * slots;
  const spare = Math.max(2, Math.min(12 * slots, Math.ceil((slots * spareMs) / meanMs)));
  const inTime = Math.max(slots, Math.floor((slots * usedOfDeadline * deadlineMs) / meanMs));
  const documents = Math.min(held + spare, inTime);
  return { documents, spare: Math.max(0, documents - held) };
}

export type QueueRoomDependencies = {
  producer: Pick<BackgroundProducer, "count" | "backgroundSlots">;
  fed: Pick<FedDocuments, "meanMs" | "inputBytes">;
  metrics: Pick<Metrics, "setSlots">;
  deadlineMs: number;
  monotonicNow: () => number;
};

/** Creates the function that tells how much the queue has room for. */
export function createQueueRoom({ producer, fed, metrics, deadlineMs, monotonicNow }: QueueRoomDependencies) {
  let slots = { count: 0, readAt: -Infinity };

  async function backgroundSlots(): Promise<number> {
    const at = monotonicNow();
    if (at - slots.readAt >= slotsKeptMs) slots = { count: await producer.backgroundSlots(), readAt: at };
    metrics.setSlots(slots.count);
    return slots.count;
  }

  /** Undefined while half of the spare documents are there, or without workers. */
  return async function room(): Promise<{ documents: number; inputBytes: number } | undefined> {
    const count = await backgroundSlots();
    if (count === 0) return undefined;
    const window = windowOf(count, fed.meanMs(), deadlineMs);
    const { waiting, active } = await producer.count();
    const documents = Math.min(window.documents - waiting - active, maxDocumentsPerLease);
    const inputBytes = windowBytes - fed.inputBytes();
    return documents < Math.max(1, window.spare / 2) || inputBytes <= 0 ? undefined : { documents, inputBytes };
  };
}
