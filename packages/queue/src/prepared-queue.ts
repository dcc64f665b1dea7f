import { retries } from "@platen/contracts/retries";
import { Queue } from "bullmq";
import pTimeout, { TimeoutError } from "p-timeout";
import { type Lane, renderDocumentJob } from "./jobs.ts";
import { QueueUnavailable } from "./queue-unavailable.ts";
import { assertReadySoon, commandTimeoutMs, type ProducerConnection } from "./redis-connections.ts";

/** No program reads the queue's own events; a person may. */
const keptEvents = 100;

/**
 * BullMQ's queue of a lane. It prepares itself on its connection once, and stays broken when that fails. So it is created
 * when the connection is usable, and again after a failure.
 */
export function createPreparedQueue(options: { connection: ProducerConnection; prefix: string; lane: Lane }) {
  const { connection, prefix, lane } = options;
  let queue: Queue | undefined;

  async function preparedQueue(): Promise<Queue> {
    await assertReadySoon(connection);
    if (queue) return queue;
    const prepared = new Queue(renderDocumentJob.queues[lane], {
      connection,
      prefix,
      skipVersionCheck: true,
      streams: { events: { maxLen: keptEvents } },
      defaultJobOptions: {
        attempts: retries.jobs[lane],
        backoff: { type: "exponential", delay: retries.jobs.firstWaitMs },
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

  return {
    /** Runs `use`, and throws {@link QueueUnavailable} within about two seconds when Redis is away, full or hangs. */
    async use<T>(what: string, use: (queue: Queue) => Promise<T>): Promise<T> {
      try {
        return await pTimeout(preparedQueue().then(use), { milliseconds: commandTimeoutMs, fallback: throwTimeout });
      } catch (error) {
        throw new QueueUnavailable(`cannot ${what}`, { cause: error });
      }
    },

    async close(): Promise<void> {
      await queue?.close();
    },
  };
}

/** Creates the error when it is late: p-timeout would create it, with its stack, for each command that is in time. */
function throwTimeout(): never {
  throw new TimeoutError(`Redis did not answer within ${commandTimeoutMs} ms`);
}
