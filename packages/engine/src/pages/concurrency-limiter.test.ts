import { setImmediate as nextTurnOfTheLoop } from "node:timers/promises";
import { expect, jest, test } from "@jest/globals";
import { createTurns, type Turns } from "./concurrency-limiter.ts";

const never = new AbortController().signal;

/** Asks for a turn and tells whether it has come. */
function ask(turns: Turns, projectId: string, signal = never) {
  let leave: (() => void) | undefined;
  const entered = turns.enter(projectId, signal).then((end) => (leave = end));
  return {
    entered,
    isIn: async () => {
      await nextTurnOfTheLoop();
      return leave !== undefined;
    },
    leave: () => leave?.(),
  };
}

test("so many are let in at once, the others in the order they came", async () => {
  const turns = createTurns(2);
  const asked = ["a", "b", "a", "c"].map((projectId) => ask(turns, projectId));
  const whoIsIn = () => Promise.all(asked.map(({ isIn }) => isIn()));
  expect(await whoIsIn()).toEqual([true, true, false, false]);
  asked[1]?.leave();
  expect(await whoIsIn()).toEqual([true, true, true, false]);
  expect(turns.counts()).toEqual({ busy: 2, waiting: 1 });
});

test("a document that takes long holds up its own project alone", async () => {
  const turns = createTurns(1);
  const slow = ask(turns, "a");
  await slow.entered;
  const [ofTheSame, ofAnother, ofAThird] = [ask(turns, "a"), ask(turns, "b"), ask(turns, "c")];
  expect(await ofAnother.isIn()).toBe(false);
  const startedAt = performance.now();
  await ofAnother.entered;
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  // It is twice as many by now.
  expect([await ofTheSame.isIn(), await ofAThird.isIn()]).toEqual([false, false]);
  ofAnother.leave();
  expect([await ofTheSame.isIn(), await ofAThird.isIn()]).toEqual([false, true]);
  slow.leave();
  expect(await ofTheSame.isIn()).toBe(false);
  ofAThird.leave();
  expect(await ofTheSame.isIn()).toBe(true);
});

test("a document is not forgotten when the one at work becomes slow at the very moment it comes", async () => {
  const clock = jest
    .spyOn(performance, "now")
    .mockReturnValueOnce(0)
    .mockReturnValueOnce(249.9)
    .mockReturnValueOnce(250.1);
  try {
    const turns = createTurns(1);
    await ask(turns, "a").entered;
    const other = ask(turns, "b");
    clock.mockRestore();
    await other.entered;
    expect(turns.counts()).toEqual({ busy: 2, waiting: 0 });
  } finally {
    clock.mockRestore();
  }
}, 2_000);

test("one that nobody waits for any more gives up its place in the row", async () => {
  const turns = createTurns(1);
  const first = ask(turns, "a");
  await first.entered;
  const withdrawn = new AbortController();
  const second = turns.enter("a", withdrawn.signal);
  const third = ask(turns, "a");
  withdrawn.abort();
  await expect(second).rejects.toMatchObject({ code: "cancelled" });
  first.leave();
  expect(await third.isIn()).toBe(true);
});
