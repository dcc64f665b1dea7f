import type { Result } from "ioredis";
import { fewestSampled, longestSampleMs, rateKeptMs, shortestSampleMs } from "./drain-rate.ts";
import { permitCountsLua } from "./permit-counts.ts";

/**
 * Priorities, and how BullMQ sorts by them: the score of a job is its priority times 2^32 and a counter. The first few
 * previews of an account come first; all other documents follow in rounds, which count on from `firstRound`.
 */
const frontPriority = 1;
const firstRound = 2;
/** BullMQ takes no higher priority. */
const lastRound = 2 ** 21 - 1;
/** Rounds restart at the first when so many have passed. What waits then keeps its order. */
const roundsBeforeRestart = 2 ** 20;
const scoreOfPriority = 2 ** 32;

/** Previews of one account that go before all documents. */
const previewsInFront = 2;

/** A document that would wait for more than this share of its deadline gets no permit: others may come in between. */
const largestShare = 0.8;

declare module "ioredis" {
  interface RedisCommander<Context> {
    acquirePermit(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/** Expired permits that one acquire ends, so that a gateway that died with many delays no single caller. */
const expiredAtOnce = 200;

/**
 * Gives a permit or says why not. Fairness is by rounds: in each round every account has one document, and its projects
 * take turns. A document's round is that of the job at the head of the queue plus the number of documents ahead of it
 * among the account's own: those in flight, but no more than one of each of its projects for every document that its own
 * project has in flight. So each document of a busy account waits for one document of every other account, the flood of
 * one project does not hold up the account's other projects, and a project's documents keep their order.
 * An account never gets two documents into one round while others wait: a caller that asks again as soon as it is
 * answered would always overtake the accounts whose documents wait for the next round.
 *
 * The data of all permits share the room in Redis. A document gets a permit while the data of its account take no more
 * space than stays free, and those of its project no more than half of that. So one account fills at most half of the
 * room, two fill two thirds, and some always stays for others.
 *
 * A large reply takes the same room until its caller has read it. It needs no place in the queue.
 *
 * The rate at which the queue drains is measured only while something waits. Before the first measure is complete, the
 * documents at work count half. Every document gets a permit for the first half second, with no worker at work, and
 * while nothing waits. For an account without a document in flight the documents at work do not count: workers have
 * places for it beside them, so it gets a permit while fewer documents wait ahead than are at work, however slow these are.
 *
 * Keys: permits, their counts, load, the queue's waiting, prioritized and active jobs, the account's last round.
 * Values: permit, account, project, kind, most in flight, time left in ms, lease in ms, bytes, room in bytes, prefix of
 * jobs.
 * Answers: outcome; priority, or documents ahead without a permit; documents a second in thousandths (0 when unknown);
 * documents that wait ahead, with a permit.
 */
export const acquirePermitCommand = {
  numberOfKeys: 7,
  lua: `
${permitCountsLua}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, expired in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ${expiredAtOnce})) do
  redis.call('ZREM', KEYS[1], expired)
  enter(expired, -1)
end
local permit, account, project, kind = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local bytes, room = tonumber(ARGV[8]), tonumber(ARGV[9])
local held = redis.call('HMGET', KEYS[2],
  'project:' .. project .. ':' .. kind, 'account:' .. account .. ':' .. kind, 'projects:' .. account .. ':' .. kind,
  'bytes:project:' .. project, 'bytes:account:' .. account, 'bytes')
for index = 1, 6 do held[index] = tonumber(held[index]) or 0 end
local inFlight, ofAccount, projects = held[1], held[2], held[3]
if inFlight == 0 then projects = projects + 1 end
local returned = redis.call('LLEN', KEYS[4])
local waiting = returned + redis.call('ZCARD', KEYS[5])

local load = redis.call('HMGET', KEYS[3], 'drained', 'sampledAt', 'sampledDrained', 'rate', 'rateAt', 'round')
local drained = tonumber(load[1]) or 0
local sampledAt = tonumber(load[2])
local rate = tonumber(load[4])
if rate and now - tonumber(load[5]) > ${rateKeptMs} then rate = nil end
if waiting > 0 then
  if not sampledAt then
    redis.call('HSET', KEYS[3], 'sampledAt', now, 'sampledDrained', drained)
  else
    local elapsed = math.max(1, now - sampledAt)
    local sampled = drained - tonumber(load[3])
    if elapsed >= ${longestSampleMs} or (elapsed >= ${shortestSampleMs} and sampled >= ${fewestSampled}) then
      local measured = math.max(sampled, 1) / elapsed
      rate = rate and (rate + measured) / 2 or measured
      redis.call('HSET', KEYS[3], 'rate', tostring(rate), 'rateAt', now, 'sampledAt', now, 'sampledDrained', drained)
    elseif not rate and elapsed >= ${shortestSampleMs} then
      -- Too early for a measure. The documents at work are half done on average.
      local begun = sampled + redis.call('LLEN', KEYS[6]) / 2
      if begun > 0 then rate = begun / elapsed end
    end
  end
elseif sampledAt then
  redis.call('HDEL', KEYS[3], 'sampledAt')
end
local perSecond = rate and math.max(1, math.floor(rate * 1000000)) or 0
if inFlight >= tonumber(ARGV[5]) then return {'busy', inFlight, perSecond, 0} end
local free = room - held[6] - bytes
if held[5] + bytes > free or held[4] + bytes > free / 2 then
  return {held[5] > 0 and 'busy with data' or 'full of data', math.max(ofAccount, 1), perSecond, 0}
end

if kind == 'replies' then
  redis.call('ZADD', KEYS[1], now + ARGV[7], permit)
  enter(permit, 1)
  return {'acquired', 0, perSecond, 0}
end

local round = tonumber(load[6]) or ${firstRound}
local known = round
local head = {}
if waiting > 0 then
  head = redis.call('ZRANGEBYSCORE', KEYS[5], ${firstRound * scoreOfPriority}, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
end
if head[2] then
  round = math.max(round, math.floor(tonumber(head[2]) / ${scoreOfPriority}))
end
if round > ${roundsBeforeRestart} then
  local passed = round - ${firstRound}
  local waiters = redis.call('ZRANGE', KEYS[5], '${firstRound * scoreOfPriority}', '+inf', 'BYSCORE', 'WITHSCORES')
  for index = 1, #waiters, 2 do
    local score = string.format('%.0f', waiters[index + 1] - passed * ${scoreOfPriority})
    redis.call('ZADD', KEYS[5], 'XX', score, waiters[index])
    redis.call('HINCRBY', ARGV[10] .. waiters[index], 'priority', -passed)
  end
  round = ${firstRound}
  redis.call('DEL', KEYS[7])
end
if round ~= known then redis.call('HSET', KEYS[3], 'round', round) end
local own = math.min(ofAccount, inFlight * projects + projects - 1)
local behindOwn = own
if own == 0 and head[2] and (tonumber(redis.call('GET', KEYS[7])) or 0) >= round then behindOwn = 1 end
local priority = math.min(round + behindOwn, ${lastRound})
local isInFront = kind == 'previews' and ofAccount < ${previewsInFront}
if isInFront then priority = ${frontPriority} end

local behind = string.format('(%.0f', (priority + 1) * ${scoreOfPriority})
local waitAhead = waiting > 0 and returned + redis.call('ZCOUNT', KEYS[5], '-inf', behind) or 0
if rate and waiting > 0 then
  local atWork = redis.call('LLEN', KEYS[6])
  local isBeside = ofAccount == 0 and waitAhead < atWork
  -- Some of the account's own documents are still on their way to the queue.
  local ahead = math.max(ofAccount == 0 and waitAhead or waitAhead + atWork, own)
  if not isBeside and (ahead + 1) / rate > tonumber(ARGV[6]) * ${largestShare} then return {'full', ahead, perSecond, 0} end
end
redis.call('ZADD', KEYS[1], now + ARGV[7], permit)
enter(permit, 1)
if waiting > 0 and not isInFront then redis.call('SET', KEYS[7], priority, 'PX', ARGV[7]) end
return {'acquired', priority, perSecond, math.max(waitAhead, own)}
`,
};
