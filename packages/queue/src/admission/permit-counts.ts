/**
 * What all permits together hold, in one hash: for each project and each account its permits by kind and their bytes, for
 * each account the number of its projects that have a permit, and the bytes of all permits. A permit's text says whom it
 * counts for, so that the counts follow whichever way the permit ends: released, or expired with its lease.
 *
 * The text is: id, account, project, kind, bytes. This defines `enter`, for the keys permits and counts, in this order.
 */
export const permitCountsLua = `
-- By 1 for a new permit, by -1 for one that ends.
local function enter(permit, by)
  local account, project, kind, bytes = string.match(permit, '^%S+ (%S+) (%S+) (%S+) (%d+)$')
  local fields = {
    'project:' .. project .. ':' .. kind, 'account:' .. account .. ':' .. kind, 'projects:' .. account .. ':' .. kind,
    'bytes:project:' .. project, 'bytes:account:' .. account, 'bytes'
  }
  local held = redis.call('HMGET', KEYS[2], unpack(fields))
  local changes = {by, by, by, by * bytes, by * bytes, by * bytes}
  -- A project counts from its first permit to its last.
  if (tonumber(held[1]) or 0) + by ~= math.max(by, 0) then changes[3] = 0 end
  local kept, ended = {}, {}
  for index, field in ipairs(fields) do
    local count = (tonumber(held[index]) or 0) + changes[index]
    if count > 0 then
      table.insert(kept, field)
      table.insert(kept, count)
    else
      table.insert(ended, field)
    end
  end
  if #kept > 0 then redis.call('HSET', KEYS[2], unpack(kept)) end
  if #ended > 0 then redis.call('HDEL', KEYS[2], unpack(ended)) end
end
`;
