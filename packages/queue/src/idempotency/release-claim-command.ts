import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    releaseClaim(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Releases a claim that led to no answer.
 *
 * Keys: record, reply. Values: document of the claim.
 */
export const releaseClaimCommand = {
  numberOfKeys: 2,
  lua: `
if redis.call('HGET', KEYS[1], 'document') == ARGV[1] then redis.call('UNLINK', KEYS[1], KEYS[2]) end
`,
};
