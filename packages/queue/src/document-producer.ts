import { setTimeout as delay } from "node:timers/promises";
import { Queue } from "bullmq";
import pTimeout, { TimeoutError } from "p-timeout";
import { createQueueStateReader, type QueueState } from "./admission/queue-state.ts";
import { type DocumentJob, type DocumentJobData, jobNameOf, renderDocumentJob } from "./jobs.ts";
import { QueueUnavailable } from "./queue-unavailable.ts";
import {
  assertReadySoon,
  commandTimeoutMs,
  createProducerConnection,
  waitForReady,
  type QueueLogger,
} from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

/** No program reads the queue's own events; a person may. */
const keptEvents = 100;

/** As long as a document may take; after its deadline no worker touches its job. */
const withdrawalMattersMs = 60_000;
/** Between two tries to withdraw a job from a Redis that does not answer. */
const withdrawalPauseMs = 250;

/** What a withdrawal found: a waiting job, a running one, or neither a job nor a reply, because Redis has lost them. */
export type Withdrawal = "removed" | "told to stop" | "missing";

export type DocumentProducerOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type DocumentProducer = ReturnType<typeof createDocumentProducer>;

/**
 * Creates the gateway's end of the queue. Every method throws {@link QueueUnavailable} within about two seconds when
 * Redis is away, full or hangs.
 */
export function createDocumentProducer(options: DocumentProducerOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const connection = createProducerConnection(options, "document producer");
  const readQueueState = createQueueStateReader(connection, keys);
  const closing = new AbortController();
  let queue: Queue | undefined;

  // BullMQ's queue prepares itself on its connection once, and stays broken when that fails. So the producer creates it
  // when the connection is usable, and again after a failure.
  async function preparedQueue(): Promise<Queue> {
    await assertReadySoon(connection);
    if (queue) return queue;
    const prepared = new Queue(renderDocumentJob.queue, {
      connection,
      prefix: keys.queue,
      skipVersionCheck: true,
      streams: { events: { maxLen: keptEvents } },
      defaultJobOptions: {
        attempts: renderDocumentJob.attempts,
        backoff: { type: "exponential", delay: renderDocumentJob.backoffMs },
        removeOnComplete: true,
        removeOnFail: true,
        stackTraceLimit: 1,
      },
    });
    // The connection reports its own errors, and the sender of a command that command's.
    prepared.on("error", () => undefined);
    await prepared.waitUntilReady();
    queue = prepared;
    return prepared;
  }

  async function withQueue<T>(what: string, use: (queue: Queue) => Promise<T>): Promise<T> {
    try {
      return await pTimeout(preparedQueue().then(use), { milliseconds: commandTimeoutMs, fallback: throwTimeout });
    } catch (error) {
      throw new QueueUnavailable(`cannot ${what}`, { cause: error });
    }
  }

  async function withdrawOnce(documentId: string): Promise<Withdrawal> {
    return withQueue("withdraw a job", async (queue) => {
      const isThere = (await connection.exists(keys.job(documentId), keys.reply(documentId))) > 0;
      // BullMQ says that it has removed a job that is not there.
      if ((await queue.remove(documentId)) === 1 && isThere) return "removed";
      // Also where Redis has lost the job: a worker may still hold it.
      await connection.publish(keys.withdrawals, documentId);
      return isThere ? "told to stop" : "missing";
    });
  }

  /** Withdraws a job as soon as Redis answers: a Redis that hung runs the commands it was sent when it goes on. */
  async function withdrawEventually(documentId: string): Promise<void> {
    const endsAt = performance.now() + withdrawalMattersMs;
    while (performance.now() < endsAt && !closing.signal.aborted) {
      try {
        await withdrawOnce(documentId);
        return;
      } catch {
        const pause = delay(withdrawalPauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
        await (connection.status === "ready" ? pause : Promise.race([pause, waitForReady(connection)]));
      }
    }
  }

  return {
    /**
     * Adds a document's job; adding the same document again changes nothing. The lowest priority goes first. A job that
     * could not be added is withdrawn, as it may be in the queue all the same.
     */
    async add(job: DocumentJob, { priority }: { priority: number }): Promise<void> {
      const jobData: DocumentJobData = { ...job, v: job.store ? 3 : 2 };
      try {
        await withQueue("add a job", (queue) =>
          queue.add(jobNameOf(job), jobData, { jobId: job.documentId, priority }),
        );
      } catch (error) {
        void withdrawEventually(job.documentId);
        throw error;
      }
    },

    /**
     * Withdraws a document's job: removes a waiting job, and tells the worker of a running job to stop. When Redis does
     * not answer, it throws, and goes on trying.
     */
    async withdraw(documentId: string): Promise<Withdrawal> {
      try {
        return await withdrawOnce(documentId);
      } catch (error) {
        void withdrawEventually(documentId);
        throw error;
      }
    },

    /** How many jobs the queue has in each state, and how fast it drains. */
    queueState: (): Promise<QueueState> => withQueue("read the queue", readQueueState),

    async close(): Promise<void> {
      closing.abort();
      await queue?.close();
      connection.disconnect();
    },
  };
}

/** Creates the error when it is late: p-timeout would create it, with its stack, for each command that is in time. */
function throwTimeout(): never {
  throw new TimeoutError(`Redis did not answer within ${commandTimeoutMs} ms`);
}
