import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    keepReply(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Ends a claim and keeps its reply as long as the record, unless the reply is too large. The oldest kept replies make
 * room for new ones. A reply that a gateway may be reading goes later: its life ends soon, and the gateway that reads
 * renews it. The kept reply is written again, because Redis' log lacks what a worker stored, and a kept reply outlasts a
 * restart.
 *
 * Keys: record, reply, kept replies, size of the kept replies. Values: now in ms, document, the most bytes of one
 * reply, the most bytes of all, the size above which gateways read replies in pieces, the rest of life of a reply that
 * goes, prefix of replies.
 */
export const keepReplyCommand = {
  numberOfKeys: 4,
  lua: `
local function drop(name, size)
  if size > tonumber(ARGV[5]) then redis.call('PEXPIRE', name, ARGV[6], 'LT') else redis.call('UNLINK', name) end
end
local document = ARGV[2]
if redis.call('HGET', KEYS[1], 'document') ~= document then return 0 end
redis.call('HSET', KEYS[1], 'state', 'done')
local life = redis.call('PTTL', KEYS[1])
local size = redis.call('STRLEN', KEYS[2])
if size > tonumber(ARGV[3]) then
  drop(KEYS[2], size)
elseif life > 0 and size > 0 then
  redis.call('SET', KEYS[2], redis.call('GET', KEYS[2]), 'PX', life)
  if redis.call('ZADD', KEYS[3], ARGV[1] + life, document .. ':' .. size) == 1 then
    redis.call('INCRBY', KEYS[4], size)
  end
end
local now, most = tonumber(ARGV[1]), tonumber(ARGV[4])
while true do
  local oldest = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
  if not oldest[1] then
    redis.call('DEL', KEYS[4])
    break
  end
  if tonumber(oldest[2]) > now and tonumber(redis.call('GET', KEYS[4])) <= most then break end
  local name, bytes = string.match(oldest[1], '^(.*):(%d+)$')
  redis.call('ZREM', KEYS[3], oldest[1])
  redis.call('DECRBY', KEYS[4], bytes)
  drop(ARGV[7] .. name, tonumber(bytes))
end
return 1
`,
};
