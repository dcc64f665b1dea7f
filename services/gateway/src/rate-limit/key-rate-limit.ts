import { whenReady, type ProducerConnection } from "@platen/queue";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 60;

/** What taking one request from a key's allowance came to; `not counted` is said while Redis is away. */
export type Taken =
  | { outcome: "allowed"; headers: Record<string, string> }
  | { outcome: "refused"; headers: Record<string, string>; retryAfterSeconds: number }
  | { outcome: "not counted" };

export type KeyRateLimit = { take(keyHash: string): Promise<Taken> };

/** Makes the limit of requests per API key, counted in Redis for all gateways together. */
export function createKeyRateLimit(options: {
  redis: ProducerConnection;
  prefix: string;
  perMinute: number;
}): KeyRateLimit {
  const limiter = new RateLimiterRedis({
    storeClient: options.redis,
    keyPrefix: `${options.prefix}rate`,
    points: options.perMinute,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    // A key over its limit is refused from memory until its window ends, without asking Redis again.
    inMemoryBlockOnConsumed: options.perMinute + 1,
  });

  // The fields of draft-ietf-httpapi-ratelimit-headers.
  function headersOf(result: RateLimiterRes): Record<string, string> {
    const resetSeconds = Math.max(0, Math.ceil(result.msBeforeNext / 1_000));
    return {
      "RateLimit-Policy": `"default";q=${options.perMinute};w=${windowSeconds}`,
      RateLimit: `"default";r=${Math.max(0, result.remainingPoints)};t=${resetSeconds}`,
    };
  }

  return {
    async take(keyHash) {
      try {
        await whenReady(options.redis);
        return { outcome: "allowed", headers: headersOf(await limiter.consume(keyHash)) };
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) return { outcome: "not counted" };
        return {
          outcome: "refused",
          headers: headersOf(thrown),
          retryAfterSeconds: Math.max(1, Math.ceil(thrown.msBeforeNext / 1_000)),
        };
      }
    },
  };
}
