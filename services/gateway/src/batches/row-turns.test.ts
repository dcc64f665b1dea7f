import { expect, test } from "@jest/globals";
import { createRowTurns } from "./row-turns.ts";

/** Turns whose time passes in their work and their pauses alone. */
function createWorld() {
  let nowMs = 0;
  let pausedMs = 0;
  const turns = createRowTurns({
    now: () => nowMs,
    pause: async (ms) => {
      pausedMs += ms;
      nowMs += ms;
    },
  });
  const work = (ms: number) => () => void (nowMs += ms);
  return { turns, work, pausedMs: () => pausedMs };
}

test("the work of all requests with rows leaves at least half of the time to others", async () => {
  const { turns, work, pausedMs } = createWorld();
  for (let turn = 0; turn < 100; turn += 1) await turns.run(work(1));
  // The last few milliseconds are owed until they make a pause.
  expect(pausedMs()).toBe(95);
});

test("a turn is over after five milliseconds, whatever they were spent on", async () => {
  let nowMs = 0;
  const turns = createRowTurns({ now: () => nowMs, pause: async () => undefined });
  const steps = await turns.run((isOver) => {
    let count = 0;
    for (; !isOver(); count += 1) nowMs += 0.01;
    return count;
  });
  expect(steps).toBeGreaterThanOrEqual(500);
  expect(steps).toBeLessThan(510);
});

test("requests work one after the other, and a failure of one is its own", async () => {
  const { turns, work } = createWorld();
  const order: string[] = [];
  const failed = turns.run(() => {
    order.push("first");
    throw new Error("wrong row");
  });
  const next = turns.run(() => {
    order.push("second");
    work(9)();
    return order.length;
  });
  await expect(failed).rejects.toThrow("wrong row");
  expect(await next).toBe(2);
  expect(order).toEqual(["first", "second"]);
});
