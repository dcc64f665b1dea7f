import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createKeyLeases, type Counted } from "./key-leases.ts";

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

/** The count that all gateways share, with a limit for every window of a minute. */
function sharedCount(limit: number) {
  const consumed = new Map<string, number>();
  const calls: number[] = [];
  const windowEndsAt = () => Math.floor(Date.now() / 60_000 + 1) * 60_000;
  return {
    calls,
    count(key: string, requests: number): Promise<Counted> {
      calls.push(requests);
      const window = `${key} ${windowEndsAt()}`;
      const before = consumed.get(window) ?? 0;
      consumed.set(window, before + requests);
      return Promise.resolve({
        allowed: Math.max(0, Math.min(requests, limit - before)),
        remaining: Math.max(0, limit - before - requests),
        windowEndsAt: windowEndsAt(),
      });
    },
  };
}

async function takeMany(leases: ReturnType<typeof createKeyLeases>, key: string, times: number, everyMs: number) {
  let allowed = 0;
  for (let i = 0; i < times; i += 1) {
    if ((await leases.take(key)).isAllowed) allowed += 1;
    jest.advanceTimersByTime(everyMs);
  }
  return allowed;
}

test("a busy key's requests are counted many at once, a quiet key's one by one", async () => {
  const { calls, count } = sharedCount(10_000);
  await takeMany(createKeyLeases(count), "busy", 2_000, 5);
  expect(calls.length).toBeLessThan(100);
  expect(Math.max(...calls)).toBeLessThanOrEqual(100);
  calls.length = 0;
  await takeMany(createKeyLeases(count), "quiet", 20, 2_000);
  expect(calls).toEqual(Array.from({ length: 20 }, () => 1));
});

test("a key that becomes quiet within a window is counted one by one again", async () => {
  const { calls, count } = sharedCount(10_000);
  const leases = createKeyLeases(count);
  await takeMany(leases, "key", 15, 1);
  expect(calls).toEqual([1, 2, 4, 8]);
  calls.length = 0;
  jest.advanceTimersByTime(2_000);
  await takeMany(leases, "key", 3, 2_000);
  expect(calls).toEqual([1, 1, 1]);
});

test("the remaining number that a caller sees goes down by one each time", async () => {
  const { take } = createKeyLeases(sharedCount(1_000).count);
  const told: number[] = [];
  for (let i = 0; i < 300; i += 1) told.push((await take("key")).remaining);
  expect(told).toEqual(Array.from({ length: 300 }, (_, index) => 999 - index));
});

describe("the limit", () => {
  test("is reached exactly by one gateway, and never exceeded", async () => {
    const leases = createKeyLeases(sharedCount(1_000).count);
    expect(await takeMany(leases, "key", 1_500, 1)).toBe(1_000);
  });

  test("is not exceeded by several gateways together, and little of the limit is lost", async () => {
    const { count } = sharedCount(2_000);
    const gateways = Array.from({ length: 5 }, () => createKeyLeases(count));
    let allowed = 0;
    for (let round = 0; round < 1_000; round += 1) {
      for (const gateway of gateways) if ((await gateway.take("key")).isAllowed) allowed += 1;
      jest.advanceTimersByTime(5);
    }
    expect(allowed).toBeLessThanOrEqual(2_000);
    expect(allowed).toBeGreaterThan(1_950);
  });

  test("is not exceeded by many requests at the same time", async () => {
    const leases = createKeyLeases(sharedCount(200).count);
    await takeMany(leases, "key", 100, 1);
    const taken = await Promise.all(Array.from({ length: 200 }, () => leases.take("key")));
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
  });

  test("of one window does not carry over to the next", async () => {
    const { calls, count } = sharedCount(1_000);
    const leases = createKeyLeases(count);
    await takeMany(leases, "key", 40, 1);
    jest.advanceTimersByTime(60_000);
    calls.length = 0;
    await leases.take("key");
    expect(calls).toEqual([1]);
  });
});

test("keys do not share leases", async () => {
  const { calls, count } = sharedCount(1_000);
  const leases = createKeyLeases(count);
  await takeMany(leases, "one", 100, 1);
  calls.length = 0;
  await leases.take("another");
  expect(calls).toEqual([1]);
});

test("a count that fails fails its request, and the next request counts again", async () => {
  const { count } = sharedCount(10);
  let isAway = true;
  const leases = createKeyLeases((key, requests) =>
    isAway ? Promise.reject(new Error("away")) : count(key, requests),
  );
  await expect(leases.take("key")).rejects.toThrow("away");
  isAway = false;
  await expect(leases.take("key")).resolves.toMatchObject({ isAllowed: true, remaining: 9 });
});
