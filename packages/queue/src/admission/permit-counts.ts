/**
 * What all permits together hold, in one hash: for each project and each account its permits by kind and their bytes, for
 * each account the number of its projects that have a permit, and the bytes of all permits. A permit's text says whom it
 * counts for, so that the counts follow whichever way the permit ends: released, or expired with its lease.
 *
 * The text is: id, account, project, kind, bytes. This defines `enter`, for the keys permits and counts, in this order.
 */
export const permitCountsLua = `
local function count(field, by)
  local held = redis.call('HINCRBY', KEYS[2], field, by)
  if held <= 0 then redis.call('HDEL', KEYS[2], field) end
  return held
end
-- By 1 for a new permit, by -1 for one that ends.
local function enter(permit, by)
  local account, project, kind, bytes = string.match(permit, '^%S+ (%S+) (%S+) (%S+) (%d+)$')
  local held = count('project:' .. project .. ':' .. kind, by)
  if held == math.max(by, 0) then count('projects:' .. account .. ':' .. kind, by) end
  count('account:' .. account .. ':' .. kind, by)
  count('bytes:project:' .. project, by * bytes)
  count('bytes:account:' .. account, by * bytes)
  count('bytes', by * bytes)
end
`;
