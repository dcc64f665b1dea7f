import { expect, test } from "@jest/globals";
import { isBubbleAbove } from "./bubble-side.ts";

const box = { left: 100, right: 300, top: 200, bottom: 220 };
const view = { scale: 0.5, width: 400, from: 0, to: 500 };

test("the bubble of formats stands where it covers less of the document, and above if both sides are alike", () => {
  const isAbove = (isTakenAt: (x: number, y: number) => boolean) => isBubbleAbove(box, view, isTakenAt);
  expect(isAbove(() => false)).toBe(true);
  expect(isAbove(() => true)).toBe(true);
  expect(isAbove((_x, y) => y < 150)).toBe(false);
  expect(isAbove((_x, y) => y > 260)).toBe(true);
  // Text beside the bubble does not count.
  expect(isAbove((x, y) => y < 150 && x > 900)).toBe(true);
});

test("the bubble of formats stays in view", () => {
  expect(isBubbleAbove(box, { ...view, from: 60 }, () => false)).toBe(false);
  expect(isBubbleAbove(box, { ...view, to: 150 }, (_x, y) => y < 150)).toBe(true);
});
