import { createScript, createShortScript } from "../redis-script.ts";

/**
 * Takes the place of the first request with a key, or says what became of it.
 * Keys: record. Values: now in ms, body's hash, document, end of the claim in ms, life of records in ms, prefix of replies.
 * Answers: what it is, the document, what was noted of it, its state.
 */
export const claimScript = createScript(`
local record = redis.call('HMGET', KEYS[1], 'body', 'state', 'document', 'claimEnds', 'about')
local about = record[5] or ''
if record[1] then
  if record[1] ~= ARGV[2] then return {'other body', '', '', ''} end
  if redis.call('EXISTS', ARGV[6] .. record[3]) == 1 then return {'answered', record[3], about, record[2]} end
  if record[2] == 'running' and tonumber(record[4]) > tonumber(ARGV[1]) then return {'running', record[3], about, record[2]} end
end
redis.call('HSET', KEYS[1], 'body', ARGV[2], 'state', 'running', 'document', ARGV[3], 'claimEnds', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5], 'NX')
return {'claimed', ARGV[3], about, 'running'}
`);

/**
 * Notes something for later requests, and when the claim ends now.
 * Keys: record. Values: document of the claim, what to note, end of the claim in ms.
 */
export const noteScript = createShortScript(`
if redis.call('HGET', KEYS[1], 'document') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'about', ARGV[2], 'claimEnds', ARGV[3])
end
`);

/** Gives up a claim that led to no answer. Keys: record, reply. Values: document of the claim. */
export const releaseScript = createShortScript(`
if redis.call('HGET', KEYS[1], 'document') == ARGV[1] then redis.call('UNLINK', KEYS[1], KEYS[2]) end
`);

/**
 * Ends a claim: the reply is kept as long as the record, unless it is too large; the oldest make room for new ones. One
 * that may be in the middle of being read goes when that is over: whoever reads it renews its life.
 * Keys: record, reply, kept replies, size of the kept replies. Values: now in ms, document, the most of one, the most of
 * all, the size above which replies are read in pieces, the life of one that is to go, prefix of replies.
 */
export const keepScript = createScript(`
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
elseif life > 0 and redis.call('PEXPIRE', KEYS[2], life) == 1 then
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
`);
