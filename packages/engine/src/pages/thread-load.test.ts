import { expect, test } from "@jest/globals";
import { createThreadLoad } from "./thread-load.ts";

/** Asks ten times a second, while the thread runs and waits for shares of each second. Returns the last share. */
function shareAfter(periods: readonly { seconds: number; runs: number; waits: number }[]): number {
  let at = 0;
  let [ranMs, wantedMs] = [0, 0];
  const load = createThreadLoad({ readTimes: () => ({ ranMs, wantedMs }), now: () => at });
  let share = load.shareOf(1);
  for (const { seconds, runs, waits } of periods) {
    for (let step = 0; step < seconds * 10; step += 1) {
      at += 100;
      ranMs += 100 * runs;
      wantedMs += 100 * (runs + waits);
      share = load.shareOf(1);
    }
  }
  return share;
}

test("a thread that runs for a whole second is busy", () => {
  expect(shareAfter([{ seconds: 0.9, runs: 1, waits: 0 }])).toBe(0);
  expect(shareAfter([{ seconds: 1, runs: 1, waits: 0 }])).toBeCloseTo(1);
  expect(
    shareAfter([
      { seconds: 30, runs: 0.02, waits: 0 },
      { seconds: 1, runs: 1, waits: 0 },
    ]),
  ).toBeGreaterThan(0.9);
});

test("a little work that waits for a processor for seconds is not a busy thread", () => {
  expect(
    shareAfter([
      { seconds: 10, runs: 0.02, waits: 0 },
      { seconds: 3, runs: 0.1, waits: 0.9 },
    ]),
  ).toBeLessThan(0.5);
});

test("a thread that always has work is busy also on a machine that lets it run for a tenth of the time", () => {
  expect(
    shareAfter([
      { seconds: 10, runs: 0.02, waits: 0 },
      { seconds: 6, runs: 0.1, waits: 0.9 },
    ]),
  ).toBeGreaterThan(0.9);
});
