import type { Result } from "ioredis";
import { recordCountsLua } from "./record-counts.ts";

declare module "ioredis" {
  interface RedisCommander<Context> {
    claimRequest(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Claims a request with a key, or says what became of the first request with that key. An account may have as many
 * records as the most of all accounts leaves free, so that some are always free for others.
 *
 * Keys: record, counts of the account, counts of all. Values: now in ms, body's hash, document, end of the claim in ms,
 * life of records in ms, prefix of replies, most records of all accounts.
 * Answers: outcome, the document, what was noted about it, the record's state.
 */
export const claimRequestCommand = {
  numberOfKeys: 3,
  lua: `
${recordCountsLua}
local record = redis.call('HMGET', KEYS[1], 'body', 'state', 'document', 'claimEnds', 'about')
local about = record[5] or ''
if record[1] then
  if record[1] ~= ARGV[2] then return {'other body', '', '', ''} end
  if redis.call('EXISTS', ARGV[6] .. record[3]) == 1 then return {'answered', record[3], about, record[2]} end
  if record[2] == 'running' and tonumber(record[4]) > tonumber(ARGV[1]) then return {'running', record[3], about, record[2]} end
end
if not record[1] then
  local now = tonumber(ARGV[1])
  if liveRecords(KEYS[2], now) >= tonumber(ARGV[7]) - liveRecords(KEYS[3], now) then return {'too many', '', '', ''} end
  addToHour(KEYS[2], now, 1)
  addToHour(KEYS[3], now, 1)
end
redis.call('HSET', KEYS[1], 'body', ARGV[2], 'state', 'running', 'document', ARGV[3], 'claimEnds', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5], 'NX')
return {'claimed', ARGV[3], about, 'running'}
`,
};
