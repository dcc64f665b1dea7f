import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { assertNothingLeftOpen, createTestRedis, waitFor, type TestRedis } from "@platen/testing";

export const silentLogger = { warn: () => undefined, info: () => undefined };

/** The replies of a consumer whose jobs send none. */
export const noReplies = { progress: () => ({ pending: 0, ended: 0 }) };

/** Only a hang ends a wait. */
export const hangMs = 25_000;

/** Waits until `check` gives a value, for as long as nothing hangs. */
export async function untilSeen(describe: string, check: () => unknown): Promise<void> {
  await waitFor(check, { timeoutMs: hangMs, describe });
}

/** Gives the tests of a file a Redis user with its own prefix. What `opened` holds is closed after each test. */
export function useTestRedis() {
  let redis: TestRedis;
  const opened: (() => unknown)[] = [];
  beforeAll(async () => {
    redis = await createTestRedis();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((close) => close()));
  });
  afterAll(async () => {
    await assertNothingLeftOpen([redis]);
    await redis.close();
  });
  return {
    opened,
    get redis() {
      return redis.redis;
    },
    get url() {
      return redis.url;
    },
    get userUrls() {
      return redis.userUrls;
    },
    get prefix() {
      return redis.prefix;
    },
  };
}
