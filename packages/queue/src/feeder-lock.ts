import { randomUUID } from "node:crypto";
import type { Result } from "ioredis";
import { assertReadySoon, createProducerConnection, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

declare module "ioredis" {
  interface RedisCommander<Context> {
    holdFeeder(key: string, holder: string, leaseMs: number): Result<number, Context>;
    releaseFeeder(key: string, holder: string): Result<number, Context>;
  }
}

const holdCommand = {
  numberOfKeys: 1,
  lua: `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0
`,
};

const releaseCommand = {
  numberOfKeys: 1,
  lua: `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`,
};

export type FeederLock = ReturnType<typeof createFeederLock>;

/**
 * Creates one process's hand on the lock of the feeder: one process at a time feeds the background queue. It feeds fairly
 * because it alone knows whom it served. Two at a time would do no harm but that.
 */
export function createFeederLock(options: {
  redisUrl: string;
  prefix?: string;
  logger: QueueLogger;
  /** The time after which another process takes the lock of a process that died. */
  leaseMs: number;
}) {
  const key = redisKeys(options.prefix ?? defaultPrefix).feeder;
  const holder = randomUUID();
  const connection = createProducerConnection(options, "feeder lock");
  connection.defineCommand("holdFeeder", holdCommand);
  connection.defineCommand("releaseFeeder", releaseCommand);

  return {
    /** Takes or renews the lock. Returns whether this process has it; throws where Redis is away. */
    async hold(): Promise<boolean> {
      // A process asks as soon as it starts.
      await assertReadySoon(connection);
      return (await connection.holdFeeder(key, holder, options.leaseMs)) === 1;
    },

    /** Gives the lock to the next process; where Redis does not answer, its lease ends. */
    async close(): Promise<void> {
      if (connection.status === "ready") await connection.releaseFeeder(key, holder).catch(() => undefined);
      connection.disconnect();
    },
  };
}
