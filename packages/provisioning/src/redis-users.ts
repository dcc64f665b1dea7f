/** The services that use Redis, each as a user of its own. */
export const redisUserNames = ["gateway", "worker", "courier"] as const;
export type RedisUserName = (typeof redisUserNames)[number];

// The first categories contain only commands on named keys. The dangerous ones, such as KEYS, SCAN, CONFIG and FLUSHALL,
// are not among them or are taken out again. SORT reads keys that its patterns name.
const commands = [
  "-@all",
  ...["hash", "list", "set", "sortedset", "stream", "string", "transaction"].map((category) => `+@${category}`),
  "-@dangerous",
  ..."del unlink exists type rename expire pexpire expireat pexpireat ttl pttl persist"
    .split(" ")
    .map((name) => `+${name}`),
  ..."eval evalsha script|load script|exists time info ping select".split(" ").map((name) => `+${name}`),
  ..."client|setname subscribe unsubscribe".split(" ").map((name) => `+${name}`),
];

/**
 * The rules of each user, as `ACL SETUSER` takes them, for keys that begin with `prefix`. The worker works on the queue
 * and hears withdrawals. Of a reply, it may only store it and tell its gateway, and of a background document that it is
 * done: the rules in brackets stand for themselves. The courier works on the queue too, and hears which documents are due
 * and done. The gateway uses all keys of Platen. They need Redis 7.
 */
export function redisUserRules(prefix = "platen:"): Record<RedisUserName, string[]> {
  return {
    gateway: [...commands, "+publish", `~${prefix}*`, `&${prefix}*`],
    worker: [
      ...commands,
      `~${prefix}queue:*`,
      `&${prefix}withdrawals`,
      `(+set %W~${prefix}result:*)`,
      `(+publish &${prefix}replies:*)`,
      `(+publish &${prefix}done)`,
    ],
    courier: [...commands, `~${prefix}queue:*`, `~${prefix}feeder`, `&${prefix}due`, `&${prefix}done`],
  };
}

/** The URL of the same Redis for another user, whose password is the same unless it is given. */
export function redisUrlOf(url: string, user: string, password?: string): string {
  const changed = new URL(url);
  changed.username = user;
  if (password !== undefined) changed.password = password;
  return changed.href;
}
