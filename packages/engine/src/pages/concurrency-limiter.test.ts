import { setImmediate as nextLoopIteration } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import {
  createConcurrencyLimiter as createLimiter,
  type ConcurrencyLimiter,
  type Lane,
} from "./concurrency-limiter.ts";

const never = new AbortController().signal;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
afterEach(() => void jest.useRealTimers());

const createConcurrencyLimiter = (slots: number, backgroundShare = 0) => createLimiter(slots, { backgroundShare });

/** Requests a slot. `hasSlot` tells whether the limiter has given it. */
function request(limiter: ConcurrencyLimiter, projectId: string, account = projectId, lane: Lane = "interactive") {
  const holder = accountHolder(`acc_${account}`);
  let freeSlot: (() => void) | undefined;
  const taken = limiter.takeSlot({ projectId, holder, lane }, never).then((free) => (freeSlot = free));
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
  expect(limiter.counts()).toEqual({ busy: { interactive: 2, background: 0 }, waiting: 1 });
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
  expect(limiter.counts()).toEqual({ busy: { interactive: 4, background: 0 }, waiting: 2 });
  expect(await request(limiter, "v", "victim").hasSlot()).toBe(true);
  expect([await request(limiter, "w", "victim").hasSlot(), await slow[4]?.hasSlot()]).toEqual([false, false]);
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
    expect(limiter.counts()).toEqual({ busy: { interactive: 2, background: 0 }, waiting: 0 });
  } finally {
    clock.mockRestore();
  }
});

test("a withdrawn document leaves the queue, and the next one gets its slot", async () => {
  const limiter = createConcurrencyLimiter(1);
  const first = request(limiter, "a");
  await first.taken;
  const withdrawn = new AbortController();
  const second = limiter.takeSlot(
    { projectId: "a", holder: accountHolder("acc_a"), lane: "interactive" },
    withdrawn.signal,
  );
  const third = request(limiter, "a");
  withdrawn.abort();
  await expect(second).rejects.toMatchObject({ code: "cancelled" });
  first.free();
  expect(await third.hasSlot()).toBe(true);
});

describe("beside background documents", () => {
  const inBackground = (limiter: ConcurrencyLimiter, projectId = "a") =>
    request(limiter, projectId, "acc", "background");
  const interactive = (limiter: ConcurrencyLimiter) => request(limiter, "a", "acc");
  const haveSlots = (requests: ReturnType<typeof request>[]) => Promise.all(requests.map(({ hasSlot }) => hasSlot()));

  test("interactive ones of the same project get as many slots at once as without them", async () => {
    const limiter = createConcurrencyLimiter(2);
    expect(await haveSlots([1, 2, 3].map(() => inBackground(limiter)))).toEqual([true, true, false]);
    expect(await haveSlots([1, 2, 3].map(() => interactive(limiter)))).toEqual([true, true, false]);
    expect(limiter.counts()).toEqual({ busy: { interactive: 2, background: 2 }, waiting: 2 });
  });

  test("a freed slot goes to the interactive one, and to a background one only below the number of slots", async () => {
    const limiter = createConcurrencyLimiter(1);
    const first = inBackground(limiter);
    await first.taken;
    const second = inBackground(limiter);
    const printed = interactive(limiter);
    const waiting = interactive(limiter);
    first.free();
    expect(await haveSlots([second, printed, waiting])).toEqual([false, true, false]);
    printed.free();
    expect(await haveSlots([second, waiting])).toEqual([false, true]);
    waiting.free();
    expect(await second.hasSlot()).toBe(true);
  });

  test("slow interactive ones leave other projects extra slots, three times the slots in all", async () => {
    const limiter = createConcurrencyLimiter(1);
    await inBackground(limiter).taken;
    await request(limiter, "slow").taken;
    const others = [request(limiter, "b"), request(limiter, "c")];
    jest.advanceTimersByTime(252);
    expect(await haveSlots(others)).toEqual([true, false]);
  });

  test("a busy service gives them their share, in small parts", async () => {
    const limiter = createConcurrencyLimiter(2, 0.1);
    // Interactive documents hold all slots all the time.
    for (const busy of [1, 2]) await request(limiter, `p${busy}`).taken;
    const secondMs = 1_000;
    const documentMs = 50;
    const finished: number[] = [];
    for (let passedMs = 0; passedMs < 60 * secondMs;) {
      const document = inBackground(limiter);
      while (passedMs < 60 * secondMs && !(await document.hasSlot())) {
        jest.advanceTimersByTime(10);
        passedMs += 10;
      }
      jest.advanceTimersByTime(documentMs);
      passedMs += documentMs;
      if (await document.hasSlot()) finished.push(passedMs);
      document.free();
    }
    const lastTen = finished.filter((at) => at > 50 * secondMs).length;
    // A tenth of 10 s of two slots is 2 s; the steps of this test let each document begin up to 10 ms late.
    expect(lastTen * documentMs).toBeGreaterThanOrEqual(1_850);
    expect(lastTen * documentMs).toBeLessThan(2_300);
  });
});
