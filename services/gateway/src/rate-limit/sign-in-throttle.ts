import { Problem } from "@platen/contracts";
import { assertReadySoon, type ProducerConnection } from "@platen/queue";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 15 * 60;

async function take(limiter: RateLimiterRedis, subject: string): Promise<void> {
  try {
    await limiter.consume(subject);
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) {
      throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause: thrown });
    }
    throw new Problem("rate.limited", { retryAfterSeconds: thrown.msBeforeNext / 1_000 });
  }
}

/**
 * Makes the throttle of tries at a password or code: by the account they aim at and by the address they come from.
 * Tries are counted before they are made, so that many at once count too; one that succeeds is not held against
 * anybody. Without Redis no try is let through, as guessing must not become free.
 */
export function createSignInThrottle(options: {
  redis: ProducerConnection;
  prefix: string;
  triesPerAccount: number;
  triesPerAddress: number;
}) {
  const limiterOf = (name: string, points: number) =>
    new RateLimiterRedis({
      storeClient: options.redis,
      keyPrefix: `${options.prefix}tries:${name}`,
      points,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    });
  const byAccount = limiterOf("account", options.triesPerAccount);
  const byAddress = limiterOf("address", options.triesPerAddress);

  return {
    /** Runs `attempt`, unless its account or its address has used up its tries. `account` is a hash. */
    async guard<T>(subject: { account?: string; address: string }, attempt: () => Promise<T>): Promise<T> {
      await assertReadySoon(options.redis).catch((cause: unknown) => {
        throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
      });
      await take(byAddress, subject.address);
      if (subject.account !== undefined) await take(byAccount, subject.account);
      const result = await attempt();
      // Giving the tries back is a courtesy; it fails only when Redis has just gone.
      await Promise.allSettled([
        byAddress.reward(subject.address),
        ...(subject.account === undefined ? [] : [byAccount.delete(subject.account)]),
      ]);
      return result;
    },
  };
}
