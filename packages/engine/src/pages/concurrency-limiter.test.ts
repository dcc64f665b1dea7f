import { setImmediate as nextLoopIteration } from "node:timers/promises";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createConcurrencyLimiter, type ConcurrencyLimiter } from "./concurrency-limiter.ts";

const never = new AbortController().signal;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
afterEach(() => void jest.useRealTimers());

/** Requests a slot. `hasSlot` tells whether the limiter has given it. */
function request(limiter: ConcurrencyLimiter, projectId: string, accountId = projectId) {
  let freeSlot: (() => void) | undefined;
  const taken = limiter.takeSlot({ projectId, accountId }, never).then((free) => (freeSlot = free));
  return {
    taken,
    hasSlot: async () => {
      await nextLoopIteration();
      return freeSlot !== undefined;
    },
    free: () => freeSlot?.(),
  };
}

test("the limiter gives its slots in the order of requests", async () => {
  const limiter = createConcurrencyLimiter(2);
  const requests = ["a", "b", "a", "c"].map((projectId) => request(limiter, projectId));
  const slots = () => Promise.all(requests.map(({ hasSlot }) => hasSlot()));
  expect(await slots()).toEqual([true, true, false, false]);
  requests[1]?.free();
  expect(await slots()).toEqual([true, true, true, false]);
  expect(limiter.counts()).toEqual({ busy: 2, waiting: 1 });
});

test("a slow document delays its own project alone", async () => {
  const limiter = createConcurrencyLimiter(1);
  const slow = request(limiter, "a");
  await slow.taken;
  const [sameProject, otherProject, thirdProject] = [
    request(limiter, "a"),
    request(limiter, "b"),
    request(limiter, "c"),
  ];
  jest.advanceTimersByTime(249);
  expect(await otherProject.hasSlot()).toBe(false);
  jest.advanceTimersByTime(2);
  expect(await otherProject.hasSlot()).toBe(true);
  // Now twice as many slots are taken.
  expect([await sameProject.hasSlot(), await thirdProject.hasSlot()]).toEqual([false, false]);
  otherProject.free();
  expect([await sameProject.hasSlot(), await thirdProject.hasSlot()]).toEqual([false, true]);
  slow.free();
  expect(await sameProject.hasSlot()).toBe(false);
  thirdProject.free();
  expect(await sameProject.hasSlot()).toBe(true);
});

test("the slow documents of one account's many projects leave slots for other accounts", async () => {
  const limiter = createConcurrencyLimiter(2);
  const slow = ["a", "b", "c", "d", "e", "f"].map((projectId) => request(limiter, projectId, "busy"));
  jest.advanceTimersByTime(252);
  await nextLoopIteration();
  jest.advanceTimersByTime(252);
  expect(limiter.counts()).toEqual({ busy: 4, waiting: 2 });
  expect(await request(limiter, "v", "victim").hasSlot()).toBe(true);
  expect(await request(limiter, "w", "victim").hasSlot()).toBe(false);
  expect(await slow[4]?.hasSlot()).toBe(false);
});

test("a document that arrives at the moment when another becomes slow gets its slot", async () => {
  const clock = jest
    .spyOn(performance, "now")
    .mockReturnValueOnce(0)
    .mockReturnValueOnce(249.9)
    .mockReturnValueOnce(250.1);
  try {
    const limiter = createConcurrencyLimiter(1);
    await request(limiter, "a").taken;
    const other = request(limiter, "b");
    clock.mockReturnValue(251);
    jest.advanceTimersByTime(2);
    expect(await other.hasSlot()).toBe(true);
    expect(limiter.counts()).toEqual({ busy: 2, waiting: 0 });
  } finally {
    clock.mockRestore();
  }
});

test("a withdrawn document leaves the queue, and the next one gets its slot", async () => {
  const limiter = createConcurrencyLimiter(1);
  const first = request(limiter, "a");
  await first.taken;
  const withdrawn = new AbortController();
  const second = limiter.takeSlot({ projectId: "a", accountId: "a" }, withdrawn.signal);
  const third = request(limiter, "a");
  withdrawn.abort();
  await expect(second).rejects.toMatchObject({ code: "cancelled" });
  first.free();
  expect(await third.hasSlot()).toBe(true);
});
