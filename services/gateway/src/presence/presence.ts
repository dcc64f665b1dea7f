import { maxPresent, presenceSeconds } from "@platen/contracts/internal";
import { assertReadySoon, type ProducerConnection } from "@platen/queue";

/**
 * Creates the leases of accounts that have a template open, in Redis for all gateways. They serve convenience alone, so
 * without Redis there are none.
 */
export function createPresence(options: { redis: ProducerConnection; prefix: string; now?: () => number }) {
  const { redis, prefix, now = Date.now } = options;
  const keyOf = (templateId: string) => `${prefix}presence:${templateId}`;

  return {
    /** The accounts with a lease on a template, the newest first. */
    async of(templateId: string): Promise<string[]> {
      try {
        await assertReadySoon(redis);
        return await redis.zrevrangebyscore(keyOf(templateId), "+inf", `(${now()}`, "LIMIT", 0, maxPresent + 1);
      } catch {
        return [];
      }
    },

    /** Takes or renews the lease of an account. A template keeps the newest leases only, and all of them expire. */
    async renew(templateId: string, accountId: string): Promise<void> {
      const key = keyOf(templateId);
      try {
        await assertReadySoon(redis);
        await redis
          .multi()
          .zadd(key, now() + presenceSeconds * 1_000, accountId)
          .zremrangebyscore(key, "-inf", now())
          .zremrangebyrank(key, 0, -(maxPresent + 2))
          .expire(key, presenceSeconds)
          .exec();
      } catch {
        // The next heartbeat tries again.
      }
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
