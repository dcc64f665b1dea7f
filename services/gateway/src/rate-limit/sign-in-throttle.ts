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
 * Creates the throttle of attempts at a password or code, by the account they aim at and by the network they come from.
 * It counts an attempt before the attempt is made, so that many at once count too, and takes a successful attempt off
 * the count. Without Redis it refuses every attempt: guessing must not become free.
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
  const byNetwork = limiterOf("address", options.triesPerAddress);

  return {
    /** Runs `attempt`, unless its account or its network has reached its limit. `account` is a hash. */
    async guard<T>(subject: { account?: string; network: string }, attempt: () => Promise<T>): Promise<T> {
      await assertReadySoon(options.redis).catch((cause: unknown) => {
        throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
      });
      await take(byNetwork, subject.network);
      if (subject.account !== undefined) await take(byAccount, subject.account);
      const result = await attempt();
      // Best effort: this fails only when Redis has just gone away.
      await Promise.allSettled([
        byNetwork.reward(subject.network),
        ...(subject.account === undefined ? [] : [byAccount.delete(subject.account)]),
      ]);
      return result;
    },
  };
}
