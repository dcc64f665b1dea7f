import { type DocumentHandler, createAttempt } from "./attempt.ts";
import { systemClock } from "./clock.ts";
import { watchConsumer } from "./consumer-watch.ts";
import { startDocumentWorker } from "./document-worker.ts";
import type { DocumentJobAddress, Lane } from "./jobs.ts";
import { createPlaces } from "./places.ts";
import { createRecentSet } from "./recent-set.ts";
import {
  assertReadySoon,
  createConsumerConnection,
  createProducerConnection,
  subscribe,
  type QueueLogger,
} from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import type { ReplySender } from "./reply-sender.ts";
import { endsWithin, stopWorker } from "./stop-worker.ts";
import { startTakingBeside } from "./start-taking-beside.ts";

/** Longer than a document can be in the queue, which is its deadline and a little more. */
const withdrawalKeptMs = 90_000;
/** Longest wait for Redis while the last message is sent. */
const lastWakeMs = 2_000;

export type DocumentConsumerOptions = {
  redisUrl: string;
  prefix?: string;
  /** Whose jobs it takes; those of the interactive lane unless given. */
  lane?: Lane;
  /**
   * Jobs worked on at the same time. Up to three times as many where slow interactive documents hold up other projects.
   */
  concurrency: number;
  /** Sends the replies of the jobs. */
  replies: Pick<ReplySender, "progress">;
  logger: QueueLogger;
  /**
   * Called once for every job that has failed for good: by a permanent failure, by its last attempt, by killing too
   * many workers, or because this worker cannot read it. A caller still waits for the document's answer. `error` is
   * what the handler threw last, if the handler failed.
   */
  onExhausted: (job: DocumentJobAddress, error: unknown) => Promise<void>;
};

export type DocumentConsumer = ReturnType<typeof createDocumentConsumer>;

/**
 * Takes jobs and runs `handler` on each. A job whose handler throws is tried again, unless the handler threw a
 * `PermanentFailure` or this was the last attempt; then `onExhausted` runs, while the job is still held.
 */
export function createDocumentConsumer(options: DocumentConsumerOptions, handler: DocumentHandler) {
  const { logger, onExhausted, lane = "interactive" } = options;
  const keys = redisKeys(options.prefix ?? defaultPrefix, lane);
  const connection = createConsumerConnection(options, `${lane} consumer`);
  const withdrawals = createRecentSet(withdrawalKeptMs, systemClock.monotonicNow);
  let isHandingBack = false;

  async function wakeWorkers(): Promise<void> {
    await connection.zadd(keys.jobMarker, 0, "0");
  }

  const places = createPlaces({ regular: options.concurrency, now: systemClock.monotonicNow });

  const runAttempt = createAttempt({
    async handler(data, context) {
      const { projectId, accountId } = data;
      const leave = places.take({ projectId, accountId });
      try {
        await handler(data, context);
      } finally {
        leave();
      }
    },
    onExhausted,
    isWithdrawn: (documentId) => withdrawals.has(documentId),
    isHandingBack: () => isHandingBack,
    lockToken: (documentId) => connection.get(keys.jobLock(documentId)),
    wakeWorkers,
    now: systemClock.now,
  });

  const { worker, active, taken } = startDocumentWorker(
    { connection, queuePrefix: keys.queue, lane, concurrency: options.concurrency, logger, onExhausted },
    runAttempt,
  );

  const subscription = subscribe(options, keys.withdrawals, {
    onMessage(message) {
      const documentId = message.toString();
      withdrawals.add(documentId);
      worker.cancelJob(documentId, "withdrawn");
    },
  });

  // With a connection of its own the watch tells a Redis that is away from a consumer that is stuck.
  const observer = createProducerConnection(options, `${lane} consumer watch`);
  const watch = watchConsumer({
    state: () => ({
      isRunning: worker.isRunning(),
      hasRoom: active() < options.concurrency,
      isWaitingConnected: worker.isWaitingConnected(),
      // A job that is done may bring the next job along, without a question.
      asked: worker.asked + taken(),
      taken: taken(),
      replies: options.replies.progress(),
    }),
    async waitingJobs() {
      await assertReadySoon(observer);
      const counts = await Promise.all([observer.llen(keys.waitingJobs), observer.zcard(keys.prioritizedJobs)]);
      return counts[0] + counts[1];
    },
    clock: systemClock,
  });

  function startHandingBack(): void {
    isHandingBack = true;
  }

  // The feeder of the background lane is fair between projects, and no caller waits for a single document.
  const stopTakingBeside =
    lane === "interactive"
      ? startTakingBeside({
          worker,
          places,
          observer,
          keys,
          clock: systemClock,
          onFailed(error) {
            if (connection.status === "ready") logger.warn("queue worker failed", { errorMessage: String(error) });
          },
        })
      : () => undefined;

  let closing: Promise<void> | undefined;
  async function close(graceMs: number): Promise<void> {
    watch.close();
    stopTakingBeside();
    observer.disconnect();
    await stopWorker(worker, { graceMs, onGraceOver: startHandingBack });
    if (connection.status === "ready") {
      // The marker that woke this process last may have been for a job that it no longer took.
      await endsWithin(
        lastWakeMs,
        wakeWorkers().catch(() => undefined),
      );
    }
    subscription.close();
    connection.disconnect();
  }

  return {
    /**
     * Why this process should be restarted: it takes no jobs though it could. Undefined while it takes them, while
     * Redis is away, which no restart mends, and while it stops.
     */
    problem: (): string | undefined => (closing ? undefined : watch.problem()),

    /** Why this process gets no documents, or gives none back, at the moment, whether a restart would help or not. */
    hindrance: (): string | undefined => (closing ? undefined : watch.hindrance()),

    /**
     * Takes no more jobs and lets running jobs end. After `graceMs` it aborts those still running and puts them back
     * into the queue, for another worker to start over.
     */
    close(graceMs: number): Promise<void> {
      closing ??= close(graceMs);
      return closing;
    },
  };
}
