import { setTimeout as delay } from "node:timers/promises";
import { createQueueStateReader, type QueueState } from "./admission/queue-state.ts";
import { type DocumentJob, type DocumentJobData, jobNameOf } from "./jobs.ts";
import { createPreparedQueue } from "./prepared-queue.ts";
import { createProducerConnection, waitForReady, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

/** As long as a document may take; after its deadline no worker touches its job. */
const withdrawalMattersMs = 60_000;
/** Between two tries to withdraw a job from a Redis that does not answer. */
const withdrawalPauseMs = 250;

/** What a withdrawal found: a waiting job, a running one, or neither a job nor a reply, because Redis has lost them. */
export type Withdrawal = "removed" | "told to stop" | "missing";

export type DocumentProducerOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type DocumentProducer = ReturnType<typeof createDocumentProducer>;

/**
 * Creates the gateway's end of the queue. Every method throws a `QueueUnavailable` within about two seconds when
 * Redis is away, full or hangs.
 */
export function createDocumentProducer(options: DocumentProducerOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const connection = createProducerConnection(options, "document producer");
  const readQueueState = createQueueStateReader(connection, keys);
  const closing = new AbortController();
  const queue = createPreparedQueue({ connection, prefix: keys.queue, lane: "interactive" });

  async function withdrawOnce(documentId: string): Promise<Withdrawal> {
    return queue.use("withdraw a job", async (jobs) => {
      const isThere = (await connection.exists(keys.job(documentId), keys.reply(documentId))) > 0;
      // BullMQ says that it has removed a job that is not there.
      if ((await jobs.remove(documentId)) === 1 && isThere) return "removed";
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
      const jobData: DocumentJobData = { ...job, v: 1 };
      try {
        await queue.use("add a job", (jobs) => jobs.add(jobNameOf(job), jobData, { jobId: job.documentId, priority }));
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
    queueState: (): Promise<QueueState> => queue.use("read the queue", readQueueState),

    async close(): Promise<void> {
      closing.abort();
      await queue.close();
      connection.disconnect();
    },
  };
}
