const hourMs = 60 * 60 * 1_000;
export const recordLifeMs = 24 * hourMs;

/**
 * Counts the records of idempotency keys by the hour in which each was made, so that a count needs neither a scan nor an
 * entry per record. It counts records for up to an hour after they have expired.
 *
 * This defines `addToHour` and `liveRecords`, for a hash of counts.
 */
export const recordCountsLua = `
local function addToHour(counts, madeAt, by)
  local hour = string.format('%.0f', math.floor(madeAt / ${hourMs}))
  if redis.call('HINCRBY', counts, hour, by) <= 0 then redis.call('HDEL', counts, hour) end
  if by > 0 then redis.call('PEXPIRE', counts, ${recordLifeMs + hourMs}) end
end
local function liveRecords(counts, now)
  local first = math.floor((now - ${recordLifeMs}) / ${hourMs})
  local total, hours = 0, redis.call('HGETALL', counts)
  for index = 1, #hours, 2 do
    if tonumber(hours[index]) < first then
      redis.call('HDEL', counts, hours[index])
    else
      total = total + tonumber(hours[index + 1])
    end
  end
  return total
end
`;
