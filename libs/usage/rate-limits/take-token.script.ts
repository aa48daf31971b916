/**
 * MemoryRateLimitStore's sums, in Lua. All times in whole microseconds of Redis's clock: below 2^53, so doubles hold
 * them exactly. A bucket is kept as the time at which it is full, a key's windows as `hour:count:day:count`; both are
 * forgotten once they say nothing any more.
 *
 * KEYS bucket[, windows]   ARGV interval, capacity[, per hour, per day]
 */
export const TAKE_TOKEN = `
local HOUR, DAY = 3600000000, 86400000000
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local interval, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local span = interval * capacity
local kept = tonumber(redis.call('GET', KEYS[1]) or 0)
local full_at = math.min(math.max(kept, now), now + span)
local bucket_wait = full_at + interval - now - span

local window, window_wait, hour, in_hour, day, in_day = 0, 0, math.floor(now / HOUR), 0, math.floor(now / DAY), 0
if KEYS[2] then
  local h, hn, d, dn = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+):(%d+):(%d+):(%d+)$')
  if tonumber(h) == hour then in_hour = tonumber(hn) end
  if tonumber(d) == day then in_day = tonumber(dn) end
  if in_day >= tonumber(ARGV[4]) then window, window_wait = 2, (day + 1) * DAY - now
  elseif in_hour >= tonumber(ARGV[3]) then window, window_wait = 1, (hour + 1) * HOUR - now end
end

local wait = math.max(bucket_wait, window_wait)
local allowed = wait <= 0
if allowed then
  wait = 0
  full_at = full_at + interval
end
if full_at > now and full_at ~= kept then
  redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000))
end
if allowed and KEYS[2] then
  local counts = string.format('%.0f:%.0f:%.0f:%.0f', hour, in_hour + 1, day, in_day + 1)
  redis.call('SET', KEYS[2], counts, 'PX', math.ceil(((day + 1) * DAY - now) / 1000))
end
return {
  allowed and 1 or 0,
  math.floor((span - (full_at - now)) / interval),
  math.ceil((full_at - now) / 1000),
  math.ceil(wait / 1000),
  window,
}
`;
