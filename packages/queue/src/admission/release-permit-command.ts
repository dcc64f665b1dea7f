import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    releasePermit(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Releases a permit, and counts its document as drained if a worker has worked on it.
 *
 * A release has to run after the acquire that was sent before it, also where Redis has not answered that one. It does:
 * the first call of a command on a connection carries the script, later calls its digest, and neither waits for an
 * answer.
 *
 * Keys: as for acquiring it. Values: permit, 1 if its document counts.
 */
export const releasePermitCommand = {
  numberOfKeys: 6,
  lua: `
redis.call('ZREM', KEYS[1], ARGV[1])
if ARGV[2] == '1' then redis.call('HINCRBY', KEYS[2], 'drained', 1) end
if redis.call('LLEN', KEYS[3]) + redis.call('ZCARD', KEYS[4]) == 0 then redis.call('HDEL', KEYS[2], 'sampledAt') end
`,
};
