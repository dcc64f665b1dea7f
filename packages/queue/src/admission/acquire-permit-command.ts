import type { Result } from "ioredis";
import { fewestSampled, longestSampleMs, rateKeptMs, shortestSampleMs } from "./drain-rate.ts";

/**
 * Priorities, and how BullMQ sorts by them: the score of a job is its priority times 2^32 and a counter. The first few
 * previews of a project come first; all other documents follow in rounds, which count on from `firstRound`.
 */
const frontPriority = 1;
const firstRound = 2;
/** BullMQ takes no higher priority. */
const lastRound = 2 ** 21 - 1;
/** Rounds restart at the first when nothing waits and so many have passed. */
const roundsBeforeRestart = 2 ** 20;
const scoreOfPriority = 2 ** 32;

/** Previews of one project that go before all documents. */
const previewsInFront = 2;

/** A document that would wait for more than this share of its deadline gets no permit: others may come in between. */
const largestShare = 0.8;

declare module "ioredis" {
  interface RedisCommander<Context> {
    acquirePermit(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Gives a permit or says why not. Fairness is by rounds: in each round every project has one document. A document's
 * round is that of the job at the head of the queue plus the number of documents its project has in flight. So each
 * document of a busy project waits for one document of every other project, and a project's documents keep their order.
 * A project never gets two documents into one round while others wait: a caller that asks again as soon as it is
 * answered would always overtake the projects whose documents wait for the next round.
 *
 * The rate at which the queue drains is measured only while something waits. Before the first measure is complete, the
 * documents at work count half. Every document gets a permit for the first half second, with no worker at work, and
 * while nothing waits.
 *
 * Keys: leases of the bucket, load, the queue's waiting, prioritized and active jobs, the bucket's last round.
 * Values: permit, most in flight, time left in ms, lease in ms, 1 for a preview.
 * Answers: outcome; priority, or documents ahead without a permit; documents a second in thousandths (0 when unknown);
 * documents that wait ahead, with a permit.
 */
export const acquirePermitCommand = {
  numberOfKeys: 6,
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local inFlight = redis.call('ZCARD', KEYS[1])
local waiting = redis.call('LLEN', KEYS[3]) + redis.call('ZCARD', KEYS[4])

local load = redis.call('HMGET', KEYS[2], 'drained', 'sampledAt', 'sampledDrained', 'rate', 'rateAt', 'round')
local drained = tonumber(load[1]) or 0
local sampledAt = tonumber(load[2])
local rate = tonumber(load[4])
if rate and now - tonumber(load[5]) > ${rateKeptMs} then rate = nil end
if waiting > 0 then
  if not sampledAt then
    redis.call('HSET', KEYS[2], 'sampledAt', now, 'sampledDrained', drained)
  else
    local elapsed = math.max(1, now - sampledAt)
    local sampled = drained - tonumber(load[3])
    if elapsed >= ${longestSampleMs} or (elapsed >= ${shortestSampleMs} and sampled >= ${fewestSampled}) then
      local measured = math.max(sampled, 1) / elapsed
      rate = rate and (rate + measured) / 2 or measured
      redis.call('HSET', KEYS[2], 'rate', tostring(rate), 'rateAt', now, 'sampledAt', now, 'sampledDrained', drained)
    elseif not rate and elapsed >= ${shortestSampleMs} then
      -- Too early for a measure. The documents at work are half done on average.
      local begun = sampled + redis.call('LLEN', KEYS[5]) / 2
      if begun > 0 then rate = begun / elapsed end
    end
  end
elseif sampledAt then
  redis.call('HDEL', KEYS[2], 'sampledAt')
end
local perSecond = rate and math.max(1, math.floor(rate * 1000000)) or 0
if inFlight >= tonumber(ARGV[2]) then return {'busy', inFlight, perSecond, 0} end

local round = tonumber(load[6]) or ${firstRound}
local known = round
local head = redis.call('ZRANGEBYSCORE', KEYS[4], ${firstRound * scoreOfPriority}, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
if head[2] then
  round = math.max(round, math.floor(tonumber(head[2]) / ${scoreOfPriority}))
elseif round > ${roundsBeforeRestart} then
  round = ${firstRound}
end
if round ~= known then redis.call('HSET', KEYS[2], 'round', round) end
local behindOwn = inFlight
if behindOwn == 0 and head[2] and (tonumber(redis.call('GET', KEYS[6])) or 0) >= round then behindOwn = 1 end
local priority = math.min(round + behindOwn, ${lastRound})
local isInFront = ARGV[5] == '1' and inFlight < ${previewsInFront}
if isInFront then priority = ${frontPriority} end

local behind = string.format('(%.0f', (priority + 1) * ${scoreOfPriority})
local waitAhead = redis.call('LLEN', KEYS[3]) + redis.call('ZCOUNT', KEYS[4], '-inf', behind)
if rate and waiting > 0 then
  -- Some of the bucket's own documents are still on their way to the queue.
  local ahead = math.max(waitAhead + redis.call('LLEN', KEYS[5]), inFlight)
  if (ahead + 1) / rate > tonumber(ARGV[3]) * ${largestShare} then return {'full', ahead, perSecond, 0} end
end
redis.call('ZADD', KEYS[1], now + ARGV[4], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
if waiting > 0 and not isInFront then redis.call('SET', KEYS[6], priority, 'PX', ARGV[4]) end
return {'acquired', priority, perSecond, math.max(waitAhead, inFlight)}
`,
};
