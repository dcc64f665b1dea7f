import { assertReadySoon, type ProducerConnection } from "@platen/queue";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { createKeyLeases, type Counted } from "./key-leases.ts";

const windowSeconds = 60;

/** The result of taking one request from a key's limit; `not counted` while Redis is away. */
export type Taken =
  | { outcome: "allowed"; headers: Record<string, string> }
  | { outcome: "refused"; headers: Record<string, string>; retryAfterSeconds: number }
  | { outcome: "not counted" };

export type KeyRateLimit = { take(keyHash: string): Promise<Taken> };

/**
 * Creates a limit of requests per API key, project or account, as `keyPrefix` says, counted in Redis for all gateways
 * together.
 */
export function createKeyRateLimit(options: {
  redis: ProducerConnection;
  keyPrefix: string;
  perMinute: number;
}): KeyRateLimit {
  const { redis, keyPrefix, perMinute } = options;
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points: perMinute,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    // A key over its limit is refused from memory until its window ends, without a call of Redis.
    inMemoryBlockOnConsumed: perMinute + 1,
  });

  async function count(keyHash: string, requests: number): Promise<Counted> {
    await assertReadySoon(redis);
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(keyHash, requests);
      return { allowed: requests, remaining: remainingPoints, windowEndsAt: Date.now() + msBeforeNext };
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      // A part of the lease may still be within the limit. A refusal from memory counted nothing.
      const { consumedPoints, msBeforeNext } = thrown;
      const allowed = consumedPoints === 0 ? 0 : Math.max(0, requests - (consumedPoints - perMinute));
      return { allowed, remaining: 0, windowEndsAt: Date.now() + msBeforeNext };
    }
  }

  const leases = createKeyLeases(count);
  const policy = `"default";q=${perMinute};w=${windowSeconds}`;

  return {
    async take(keyHash) {
      const taken = await leases.take(keyHash).catch(() => undefined);
      if (!taken) return { outcome: "not counted" };
      const resetSeconds = Math.max(0, Math.ceil((taken.windowEndsAt - Date.now()) / 1_000));
      // The fields of draft-ietf-httpapi-ratelimit-headers.
      const headers = { "RateLimit-Policy": policy, RateLimit: `"default";r=${taken.remaining};t=${resetSeconds}` };
      if (taken.isAllowed) return { outcome: "allowed", headers };
      return { outcome: "refused", headers, retryAfterSeconds: Math.max(1, resetSeconds) };
    },
  };
}
