import { type BackgroundJob, type DocumentJobData, jobNameOf } from "./jobs.ts";
import { createPreparedQueue } from "./prepared-queue.ts";
import { backgroundSlotsCommand } from "./background-workers.ts";
import { createProducerConnection, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

export type BackgroundProducerOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type BackgroundProducer = ReturnType<typeof createBackgroundProducer>;

/**
 * Creates the feeder's end of the background queue: first in, first out, without priorities or admission. Every method
 * throws a `QueueUnavailable` within about two seconds when Redis is away, full or hangs.
 */
export function createBackgroundProducer(options: BackgroundProducerOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix, "background");
  const connection = createProducerConnection(options, "background producer");
  connection.defineCommand("backgroundSlots", backgroundSlotsCommand);
  const queue = createPreparedQueue({ connection, prefix: keys.queue, lane: "background" });

  return {
    /**
     * Adds jobs of documents, in one call to Redis. A job that is in the queue already stays as it is. When this throws,
     * any of the jobs may be in the queue all the same.
     */
    async add(added: readonly BackgroundJob[]): Promise<void> {
      const prepared = added.map((job) => {
        const data: DocumentJobData = { ...job, v: 1, lane: "background", store: true };
        return { name: jobNameOf(job), data, opts: { jobId: job.documentId } };
      });
      await queue.use("add background jobs", (jobs) => jobs.addBulk(prepared));
    },

    /** How many jobs wait, and how many workers hold. */
    count: (): Promise<{ waiting: number; active: number }> =>
      queue.use("count background jobs", async () => {
        const [waiting, active] = await Promise.all([
          connection.llen(keys.waitingJobs),
          connection.llen(keys.activeJobs),
        ]);
        return { waiting, active };
      }),

    /**
     * Removes a waiting job. Tells the worker of a running job to stop; this worker sends no done note, and for 90 seconds
     * begins no job of this document.
     */
    remove: (documentId: string): Promise<"removed" | "told to stop"> =>
      queue.use("remove a background job", async (jobs) => {
        if ((await jobs.remove(documentId)) === 1) return "removed";
        await connection.publish(keys.withdrawals, documentId);
        return "told to stop";
      }),

    /** The slots of all workers that take background jobs at the moment; 0 without such a worker. */
    backgroundSlots: (): Promise<number> =>
      queue.use("read the workers", () => connection.backgroundSlots(keys.backgroundWorkers)),

    async close(): Promise<void> {
      await queue.close();
      connection.disconnect();
    },
  };
}
