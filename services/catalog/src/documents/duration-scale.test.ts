import { expect, test } from "@jest/globals";
import { durationBounds, durationWithin } from "./duration-scale.ts";

const counts = (counted: Record<number, number>) => durationBounds.map((bound) => counted[bound] ?? 0);

test("the duration of a share is the upper bound of the first step that completes the share", () => {
  const counted = counts({ 20: 50, 100: 45, 86_400_000: 5 });
  expect([0.5, 0.51, 0.95, 0.96].map((share) => durationWithin(share, counted))).toEqual([20, 100, 100, 86_400_000]);
  expect([0, 0.5, 1].map((share) => durationWithin(share, counts({ 300: 1 })))).toEqual([300, 300, 300]);
});

test("without a duration there is none", () => {
  expect(durationWithin(0.95, counts({}))).toBeNull();
});
