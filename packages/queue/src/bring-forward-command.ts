import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    bringForward(...keysAndValues: string[]): Result<number, Context>;
  }
}

/** Jobs at the head of the queue that are looked at: by the rounds, the next of every account is among the first. */
const looked = 100;

/**
 * Puts the first waiting job of another project or account at the head of the queue, for a worker to take at once. The
 * job's name says whose it is.
 *
 * Keys: the queue's prioritized jobs. Values: prefix of jobs, `projectId` or `accountId`, those that are not meant.
 * Answers: 1 if there is such a job.
 */
export const bringForwardCommand = {
  numberOfKeys: 1,
  lua: `
local except = {}
for index = 3, #ARGV do except[ARGV[index]] = true end
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, ${looked - 1})) do
  local account, project = string.match(redis.call('HGET', ARGV[1] .. id, 'name') or '', '^(%S+) (%S+)$')
  local owner = ARGV[2] == 'accountId' and account or project
  if owner and not except[owner] then
    redis.call('ZADD', KEYS[1], 'XX', 0, id)
    return 1
  end
end
return 0
`,
};
