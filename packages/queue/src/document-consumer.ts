import { UnrecoverableError, WaitingError, type Job } from "bullmq";
import { watchConsumer } from "./consumer-watch.ts";
import { type DocumentJobAddress, type DocumentJobData, documentJobAddress, renderDocumentJob } from "./jobs.ts";
import { ObservedWorker } from "./observed-worker.ts";
import { createRecentSet } from "./recent-set.ts";
import {
  createConsumerConnection,
  createProducerConnection,
  subscribe,
  type QueueLogger,
} from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

/** Longer than a document can be in the queue, which is its deadline and a little more. */
const withdrawalKeptMs = 90_000;
/** After its grace a job that is aborted has this long to let go. */
const lettingGoMs = 2_000;

export type DocumentConsumerOptions = {
  redisUrl: string;
  prefix?: string;
  /** Jobs worked on at the same time. */
  concurrency: number;
  logger: QueueLogger;
  /**
   * Called once for every job that has failed for good: by a permanent failure, by its last try, by killing too many
   * workers, or because it cannot be read. Whoever waits for the document still needs an answer. `error` is what the
   * handler threw last, if it was the handler.
   */
  onExhausted: (job: DocumentJobAddress, error: unknown) => Promise<void>;
};

export type AttemptContext = {
  /** 1 for the first try. */
  attempt: number;
  isLastAttempt: boolean;
  /** Fires when nobody waits any more (`withdrawn`) or this process has to stop (`stopping`), as its reason says. */
  signal: AbortSignal;
  /**
   * Whether the job is still this process's: one that stood still for longer than a lock lasts has lost it to another
   * worker, and what it has made is not wanted any more. Ask before saying what became of a document.
   */
  isOurs: () => Promise<boolean>;
};

export type DocumentHandler = (data: DocumentJobData, context: AttemptContext) => Promise<void>;
export type DocumentConsumer = ReturnType<typeof createDocumentConsumer>;

function isPermanent(error: unknown): boolean {
  return error instanceof Error && error.name === "PermanentFailure";
}

async function settledWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  const settled = await Promise.race([work.then(() => true), late.promise]);
  clearTimeout(timer);
  return settled;
}

/**
 * Takes jobs and runs `handler` on each. A handler that throws is tried again, unless it threw a `PermanentFailure`
 * or the tries are used up; then `onExhausted` runs, while the job is still held.
 */
export function createDocumentConsumer(options: DocumentConsumerOptions, handler: DocumentHandler) {
  const { logger, onExhausted } = options;
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const connection = createConsumerConnection(options, "document consumer");
  const withdrawals = createRecentSet(withdrawalKeptMs);
  let active = 0;
  let taken = 0;
  let isHandingBack = false;

  async function holds(job: Job<unknown, void>, token: string | undefined): Promise<boolean> {
    // No lock ends sooner, so that nearly every job costs no question.
    if (Date.now() - (job.processedOn ?? 0) < renderDocumentJob.lockDurationMs) return true;
    return (await connection.get(keys.jobLock(job.id ?? ""))) === token;
  }

  /** Has an idle worker look for jobs at once rather than seconds later. */
  async function wakeOthers(): Promise<void> {
    await connection.zadd(keys.jobMarker, 0, "0");
  }

  async function handBack(job: Job<unknown, void>, token: string | undefined): Promise<never> {
    await job.moveToWait(token);
    // BullMQ wakes nobody for a job with a priority that comes back.
    await wakeOthers();
    throw new WaitingError();
  }

  async function giveUp(job: Job<unknown, void>, error: unknown): Promise<never> {
    const address = documentJobAddress.safeParse(job.data);
    if (address.success) await onExhausted(address.data, error);
    throw new UnrecoverableError(error instanceof Error ? error.message : "failed");
  }

  async function work(job: Job<unknown, void>, token: string | undefined, signal: AbortSignal): Promise<void> {
    const data = renderDocumentJob.data.safeParse(job.data);
    if (!data.success) return giveUp(job, new Error("the job has a shape this version does not know"));
    // The word of it may come after the queue has given the job away and before this process knows that it has it.
    if (withdrawals.has(data.data.documentId)) throw new UnrecoverableError("withdrawn");
    const attempt = job.attemptsMade + 1;
    const isLastAttempt = attempt >= renderDocumentJob.attempts;
    try {
      await handler(data.data, { attempt, isLastAttempt, signal, isOurs: () => holds(job, token) });
    } catch (error) {
      if (withdrawals.has(data.data.documentId)) throw new UnrecoverableError("withdrawn");
      // Whoever has it now has the last word on it.
      if (!(await holds(job, token))) throw new UnrecoverableError("another worker has taken it over");
      if (isHandingBack) return handBack(job, token);
      if (isPermanent(error) || isLastAttempt) return giveUp(job, error);
      throw error;
    }
  }

  const worker = new ObservedWorker(
    renderDocumentJob.queue,
    // All three parameters are declared because BullMQ hands the signal only to functions that do.
    async (job: Job<unknown, void>, token?: string, signal?: AbortSignal) => {
      active += 1;
      taken += 1;
      try {
        await work(job, token, signal ?? new AbortController().signal);
      } finally {
        active -= 1;
      }
    },
    {
      connection,
      prefix: keys.queue,
      // The version check stays on: without it BullMQ takes Redis for an old one that waits in whole seconds only.
      concurrency: options.concurrency,
      lockDuration: renderDocumentJob.lockDurationMs,
      stalledInterval: renderDocumentJob.stalledIntervalMs,
      maxStalledCount: renderDocumentJob.maxStalledCount,
    },
  );
  worker.findWaitingClient().catch(() => {
    // One that has never been usable is told by the watch.
  });
  // An outage is reported by the connection, once.
  worker.on("error", (error) => {
    if (connection.status === "ready") logger.warn("queue worker", { errorMessage: error.message });
  });
  worker.on("failed", (job, error) => {
    // A job that has cost too many workers is failed by BullMQ itself, without asking the handler.
    if (!job?.deferredFailure) return;
    const address = documentJobAddress.safeParse(job.data);
    if (!address.success) return;
    onExhausted(address.data, error).catch((hookError: unknown) => {
      logger.warn("no reply for an exhausted job", {
        documentId: address.data.documentId,
        errorMessage: String(hookError),
      });
    });
  });

  const subscription = subscribe(options, keys.withdrawals, {
    onMessage(message) {
      const documentId = message.toString();
      withdrawals.add(documentId);
      worker.cancelJob(documentId, "withdrawn");
    },
  });

  // A connection of its own tells a Redis that is away from a consumer that is stuck.
  const observer = createProducerConnection(options, "consumer watch");
  const watch = watchConsumer({
    state: () => ({
      isRunning: worker.isRunning(),
      hasRoom: active < options.concurrency,
      isWaitingConnected: worker.isWaitingConnected(),
      // A job that is done may bring the next one along, without a question.
      asked: worker.asked + taken,
      taken,
    }),
    async waitingJobs() {
      const counts = await Promise.all([observer.llen(keys.waitingJobs), observer.zcard(keys.prioritizedJobs)]);
      return counts[0] + counts[1];
    },
  });

  let closing: Promise<void> | undefined;
  async function close(graceMs: number): Promise<void> {
    watch.close();
    observer.disconnect();
    const closed = worker.close();
    if (!(await settledWithin(graceMs, closed))) {
      isHandingBack = true;
      worker.cancelAllJobs("stopping");
      // BullMQ waits for Redis without limit here; what is still held is taken over by others when its lock ends.
      if (!(await settledWithin(lettingGoMs, closed))) await settledWithin(lettingGoMs, worker.disconnect());
    }
    // The last that this process was told of may have been a job that it did not take any more.
    if (connection.status === "ready")
      await settledWithin(
        lettingGoMs,
        wakeOthers().catch(() => undefined),
      );
    subscription.close();
    connection.disconnect();
  }

  return {
    /** Jobs this process works on at the moment. */
    activeJobs: (): number => active,

    /**
     * Why this process had better be started anew, as it does not take jobs though it could; undefined while it takes
     * them, while Redis is away, which no new start could heal, and once it stops.
     */
    problem: (): string | undefined => (closing ? undefined : watch.problem()),

    /**
     * Takes no more jobs and lets running ones end. Those still running after `graceMs` are aborted and go back to the
     * queue, for another worker to start over.
     */
    close(graceMs: number): Promise<void> {
      closing ??= close(graceMs);
      return closing;
    },
  };
}
