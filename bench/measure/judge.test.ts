import { expect, test } from "@jest/globals";
import { verdictTable } from "./judge.ts";

const verdictOf = (figures: number[]) => verdictTable([{ about: "it", goal: { atMost: 3 }, figures }]).at(-1);

test("a goal is met by the median of its rounds", () => {
  expect(verdictOf([1, 2, 90])).toContain("| met |");
  expect(verdictOf([1, 4, 90])).toContain("| **missed** |");
});

test("what was not measured meets no goal", () => {
  for (const figure of [Number.NaN, Math.max()]) expect(verdictOf([figure])).toContain("| **missed** |");
});
