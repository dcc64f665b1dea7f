import { expect, test } from "@jest/globals";
import { createRecentSet } from "./recent-set.ts";

test("a member is known until it is old and another one is added", () => {
  let now = 0;
  const set = createRecentSet(1_000, () => now);
  set.add("a");
  now = 600;
  set.add("b");
  now = 1_200;
  expect(set.has("a")).toBe(true);
  set.add("c");
  expect(["a", "b", "c"].map((member) => set.has(member))).toEqual([false, true, true]);
});
