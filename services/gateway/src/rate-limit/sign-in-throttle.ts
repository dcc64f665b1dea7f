import { Problem } from "@platen/contracts";
import { assertReadySoon, type ProducerConnection } from "@platen/queue";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

const windowSeconds = 15 * 60;

/** What a try at a password or code is counted by. `account` is a hash; `device` has signed in to the account before. */
export type Try = { network: string; account?: { hash: string; device: string | undefined } };

type Budget = { limiter: RateLimiterRedis; subject: string };

function unavailable(cause: unknown): Problem {
  return new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
}

async function take({ limiter, subject }: Budget): Promise<void> {
  try {
    await limiter.consume(subject);
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw unavailable(thrown);
    throw new Problem("rate.limited", { retryAfterSeconds: thrown.msBeforeNext / 1_000 });
  }
}

/** Best effort: this fails only when Redis has just gone away. */
async function giveBack(budgets: readonly Budget[]): Promise<void> {
  await Promise.allSettled(budgets.map(({ limiter, subject }) => limiter.reward(subject)));
}

/** Takes from each budget in turn. A refused try costs the budgets before the one that refused it nothing. */
async function takeEach(budgets: readonly Budget[]): Promise<void> {
  for (const [index, budget] of budgets.entries()) {
    try {
      await take(budget);
    } catch (error) {
      await giveBack(budgets.slice(0, index));
      throw error;
    }
  }
}

/** Refuses a try whose budgets are used up, and takes nothing from them. */
async function refuseUsedUp(budgets: readonly Budget[]): Promise<void> {
  for (const { limiter, subject } of budgets) {
    const used = await limiter.get(subject).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    if (used && used.consumedPoints >= limiter.points) {
      throw new Problem("rate.limited", { retryAfterSeconds: used.msBeforeNext / 1_000 });
    }
  }
}

/** Counts a try without refusing it. */
async function charge(budgets: readonly Budget[]): Promise<void> {
  await Promise.all(budgets.map(({ limiter, subject }) => limiter.penalty(subject))).catch((cause: unknown) => {
    throw unavailable(cause);
  });
}

/**
 * Creates the throttle of tries at a password or code. It counts a try before the try is made, so that many at once
 * count too, and takes a successful try off the count. Without Redis it refuses every try: guessing must not become free.
 *
 * A successful try counts for the account too: hashing a password is costly, and its owner could ask for it without end.
 * No other caller can use up that count.
 *
 * An unknown browser has a few tries at one account from one network, and shares with all other networks a much larger
 * number for the account. A browser that has signed in to the account before has its own few tries instead, which no
 * other caller can use up.
 */
export function createSignInThrottle(options: {
  redis: ProducerConnection;
  prefix: string;
  triesPerAccount: number;
  triesPerAccountTotal: number;
  triesPerAddress: number;
  successesPerAccount: number;
}) {
  const limiterOf = (name: string, points: number) =>
    new RateLimiterRedis({
      storeClient: options.redis,
      keyPrefix: `${options.prefix}tries:${name}`,
      points,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    });
  const byPair = limiterOf("pair", options.triesPerAccount);
  const byDevice = limiterOf("device", options.triesPerAccount);
  const byNetwork = limiterOf("address", options.triesPerAddress);
  const byAccount = limiterOf("account", options.triesPerAccountTotal);
  const bySuccess = limiterOf("success", options.successesPerAccount);

  /** The narrowest first: a try that its own budget refuses must not use up one that others share. */
  function budgetsOf({ network, account }: Try): { own: Budget[]; shared: Budget[]; success: Budget[] } {
    const shared = [{ limiter: byNetwork, subject: network }];
    if (account === undefined) return { own: [], shared, success: [] };
    const { hash, device } = account;
    const success = [{ limiter: bySuccess, subject: hash }];
    const pair = { limiter: byPair, subject: `${hash} ${network}` };
    const all = [...shared, { limiter: byAccount, subject: hash }];
    if (device === undefined) return { own: [pair], shared: all, success };
    return { own: [{ limiter: byDevice, subject: `${hash} ${device}` }], shared: [pair, ...all], success };
  }

  return {
    /** Makes a try, unless one of its budgets is used up. */
    async guard<T>(subject: Try, attempt: () => Promise<T>): Promise<T> {
      await assertReadySoon(options.redis).catch((cause: unknown) => {
        throw unavailable(cause);
      });
      const { own, shared, success } = budgetsOf(subject);
      await refuseUsedUp(success);
      if (subject.account?.device === undefined) {
        await takeEach([...own, ...shared]);
      } else {
        await takeEach(own);
        await charge(shared);
      }
      const result = await attempt();
      await Promise.allSettled([
        charge(success),
        giveBack(shared),
        // The password was right, so the mistakes before it were its owner's.
        ...own.map(({ limiter, subject: key }) => limiter.delete(key)),
      ]);
      return result;
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;
