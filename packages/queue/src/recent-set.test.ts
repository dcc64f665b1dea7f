import { expect, jest, test } from "@jest/globals";
import { createRecentSet } from "./recent-set.ts";

test("what was added is known, and forgotten once it is old and something else is added", () => {
  jest.useFakeTimers();
  try {
    const set = createRecentSet(1_000);
    set.add("a");
    jest.advanceTimersByTime(600);
    set.add("b");
    jest.advanceTimersByTime(600);
    set.add("c");
    expect(["a", "b", "c"].map((member) => set.has(member))).toEqual([false, true, true]);
  } finally {
    jest.useRealTimers();
  }
});
