import { z } from "zod";
import type { ProducerConnection } from "../redis-connections.ts";
import type { redisKeys } from "../redis-keys.ts";
import { queueStateScript } from "./admission-scripts.ts";

/** The queue at one moment, as all gateways see it. */
export type QueueState = {
  jobs: { waiting: number; prioritized: number; active: number; delayed: number };
  /** How fast it drains; known only while something waits, or did a moment ago. */
  documentsPerSecond: number | undefined;
};

const counts = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);

export async function readQueueState(
  redis: ProducerConnection,
  keys: ReturnType<typeof redisKeys>,
): Promise<QueueState> {
  const names = [keys.load, keys.waitingJobs, keys.prioritizedJobs, keys.activeJobs, keys.delayedJobs];
  const answer = counts.parse(await queueStateScript(redis, names, []));
  const [waiting, prioritized, active, delayed, thousandthsPerSecond] = answer;
  return {
    jobs: { waiting, prioritized, active, delayed },
    documentsPerSecond: thousandthsPerSecond === 0 ? undefined : thousandthsPerSecond / 1_000,
  };
}
