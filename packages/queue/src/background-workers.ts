import { randomUUID } from "node:crypto";
import type { Result } from "ioredis";
import { systemClock } from "./clock.ts";
import { createProducerConnection, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

/** A worker that died counts for so long. */
const leaseMs = 15_000;
const renewalIntervalMs = 5_000;

/** A worker takes so many background jobs for each of its slots: it fills and keeps some while it prints others. */
export const backgroundJobsPerSlot = 3;

declare module "ioredis" {
  interface RedisCommander<Context> {
    announceWorker(...keysAndValues: (string | number)[]): Result<number, Context>;
    backgroundSlots(key: string): Result<number, Context>;
  }
}

const nowLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Keys: the workers. Values: the worker's own member, how long it counts. */
const announceWorkerCommand = {
  numberOfKeys: 1,
  lua: `${nowLua}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
`,
};

/** Keys: the workers. Answers: the slots of those whose lease has not ended. */
export const backgroundSlotsCommand = {
  numberOfKeys: 1,
  lua: `${nowLua}
local slots = 0
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')) do
  slots = slots + tonumber(string.match(member, ' (%d+)$'))
end
return slots
`,
};

/**
 * Says in Redis that this worker takes background jobs, and with how many slots, until `close`. The feeder of the queue
 * adds as many jobs as these slots need, and none without such a worker.
 */
export function announceBackgroundWorker(options: {
  redisUrl: string;
  prefix?: string;
  logger: QueueLogger;
  slots: number;
}) {
  const key = redisKeys(options.prefix ?? defaultPrefix).backgroundWorkers;
  const member = `${randomUUID()} ${options.slots}`;
  const connection = createProducerConnection(options, "worker announcement");
  connection.defineCommand("announceWorker", announceWorkerCommand);

  function announce(): void {
    // A connection that becomes usable announces.
    if (connection.status !== "ready") return;
    connection.announceWorker(key, member, leaseMs).catch((error: unknown) => {
      options.logger.warn("cannot announce this worker", { errorMessage: String(error) });
    });
  }

  connection.on("ready", announce);
  const stopRenewing = systemClock.every(renewalIntervalMs, announce);

  return {
    /** Takes the announcement back; where Redis does not answer, it ends by itself. */
    async close(): Promise<void> {
      stopRenewing();
      if (connection.status === "ready") await connection.zrem(key, member).catch(() => undefined);
      connection.disconnect();
    },
  };
}
