import type { Result } from "ioredis";
import { z } from "zod";
import type { ProducerConnection } from "../redis-connections.ts";
import type { redisKeys } from "../redis-keys.ts";
import { fewestSampled, longestSampleMs, rateKeptMs, shortestSampleMs } from "./drain-rate.ts";

/** The queue at one moment, as all gateways see it. */
export type QueueState = {
  jobs: { waiting: number; prioritized: number; active: number; delayed: number };
  /** How fast the queue drains; known only while something waits, or did a moment ago. */
  documentsPerSecond: number | undefined;
};

declare module "ioredis" {
  interface RedisCommander<Context> {
    readQueueState(...keys: string[]): Result<unknown, Context>;
  }
}

/**
 * How many jobs the queue has in each state, and how fast it drains where that is known: as the last acquire measured
 * it, or over the measurement under way. It changes nothing.
 *
 * Keys: load, the queue's waiting, prioritized, active and delayed jobs.
 * Answers: the number of each, documents a second in thousandths (0 when unknown).
 */
const readQueueStateCommand = {
  numberOfKeys: 5,
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local load = redis.call('HMGET', KEYS[1], 'drained', 'sampledAt', 'sampledDrained', 'rate', 'rateAt')
local sampledAt = tonumber(load[2])
local rate = tonumber(load[4])
if rate and now - tonumber(load[5]) > ${rateKeptMs} then rate = nil end
if sampledAt and not rate then
  local elapsed = math.max(1, now - sampledAt)
  local sampled = (tonumber(load[1]) or 0) - tonumber(load[3])
  if elapsed >= ${longestSampleMs} or (elapsed >= ${shortestSampleMs} and sampled >= ${fewestSampled}) then
    rate = math.max(sampled, 1) / elapsed
  end
end
return {
  redis.call('LLEN', KEYS[2]), redis.call('ZCARD', KEYS[3]), redis.call('LLEN', KEYS[4]), redis.call('ZCARD', KEYS[5]),
  rate and math.max(1, math.floor(rate * 1000000)) or 0
}
`,
};

const counts = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);

/** Creates the function that reads the queue's state. */
export function createQueueStateReader(
  redis: ProducerConnection,
  keys: ReturnType<typeof redisKeys>,
): () => Promise<QueueState> {
  redis.defineCommand("readQueueState", readQueueStateCommand);
  const names = [keys.load, keys.waitingJobs, keys.prioritizedJobs, keys.activeJobs, keys.delayedJobs];
  return async function readQueueState() {
    const answer = counts.parse(await redis.readQueueState(...names));
    const [waiting, prioritized, active, delayed, thousandthsPerSecond] = answer;
    return {
      jobs: { waiting, prioritized, active, delayed },
      documentsPerSecond: thousandthsPerSecond === 0 ? undefined : thousandthsPerSecond / 1_000,
    };
  };
}
