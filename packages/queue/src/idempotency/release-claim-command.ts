import type { Result } from "ioredis";
import { recordCountsLua, recordLifeMs } from "./record-counts.ts";

declare module "ioredis" {
  interface RedisCommander<Context> {
    releaseClaim(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Releases a claim that led to no answer.
 *
 * Keys: record, counts of the account, counts of all, reply. Values: now in ms, document of the claim.
 */
export const releaseClaimCommand = {
  numberOfKeys: 4,
  lua: `
${recordCountsLua}
if redis.call('HGET', KEYS[1], 'document') == ARGV[2] then
  local madeAt = tonumber(ARGV[1]) + redis.call('PTTL', KEYS[1]) - ${recordLifeMs}
  addToHour(KEYS[2], madeAt, -1)
  addToHour(KEYS[3], madeAt, -1)
  redis.call('UNLINK', KEYS[1], KEYS[4])
end
`,
};
