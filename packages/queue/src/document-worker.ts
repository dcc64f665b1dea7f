import { retries } from "@platen/contracts/retries";
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import type { createAttempt } from "./attempt.ts";
import { type DocumentJobAddress, type Lane, documentJobAddress, renderDocumentJob } from "./jobs.ts";
import { ObservedWorker } from "./observed-worker.ts";
import type { QueueLogger } from "./redis-connections.ts";
import { longestBlockSeconds } from "./redis-connector.ts";

export type DocumentWorkerOptions = {
  connection: Redis;
  queuePrefix: string;
  lane: Lane;
  concurrency: number;
  logger: QueueLogger;
  onExhausted: (job: DocumentJobAddress, error: unknown) => Promise<void>;
};

/** BullMQ's worker of one lane, which runs an attempt for each job it takes and counts its jobs. */
export type DocumentWorker = {
  worker: ObservedWorker;
  /** How many jobs it works on. */
  active: () => number;
  /** How many jobs it has taken. */
  taken: () => number;
};

export function startDocumentWorker(
  { connection, queuePrefix, lane, concurrency, logger, onExhausted }: DocumentWorkerOptions,
  runAttempt: ReturnType<typeof createAttempt>,
): DocumentWorker {
  let active = 0;
  let taken = 0;
  const worker = new ObservedWorker(
    renderDocumentJob.queues[lane],
    // All three parameters are declared because BullMQ hands the signal only to functions that do.
    async (job: Job<unknown, void>, token?: string, signal?: AbortSignal) => {
      active += 1;
      taken += 1;
      try {
        await runAttempt(job, token, signal ?? new AbortController().signal);
      } finally {
        active -= 1;
      }
    },
    {
      connection,
      prefix: queuePrefix,
      // The version check stays on: without it BullMQ takes Redis for an old release that waits in whole seconds only.
      concurrency,
      drainDelay: longestBlockSeconds,
      lockDuration: renderDocumentJob.lockDurationMs,
      stalledInterval: renderDocumentJob.stalledIntervalMs,
      maxStalledCount: retries.stalled,
    },
  );
  worker.findWaitingClient().catch(() => {
    // The watch reports a connection that never became usable.
  });
  // The connection reports an outage, once.
  worker.on("error", (error) => {
    if (connection.status === "ready") logger.warn("queue worker failed", { errorMessage: error.message });
  });
  worker.on("failed", (job, error) => {
    // BullMQ itself fails a job that has killed too many workers, without asking the handler.
    if (!job?.deferredFailure) return;
    const address = documentJobAddress.safeParse(job.data);
    if (!address.success) return;
    onExhausted(address.data, error).catch((hookError: unknown) => {
      logger.warn("cannot answer for a failed job", {
        documentId: address.data.documentId,
        errorMessage: String(hookError),
      });
    });
  });
  return { worker, active: () => active, taken: () => taken };
}
