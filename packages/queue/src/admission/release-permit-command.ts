import type { Result } from "ioredis";
import { permitCountsLua } from "./permit-counts.ts";

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
  numberOfKeys: 7,
  lua: `
${permitCountsLua}
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then enter(ARGV[1], -1) end
if ARGV[2] == '1' then redis.call('HINCRBY', KEYS[3], 'drained', 1) end
if redis.call('LLEN', KEYS[4]) + redis.call('ZCARD', KEYS[5]) == 0 then redis.call('HDEL', KEYS[3], 'sampledAt') end
`,
};
