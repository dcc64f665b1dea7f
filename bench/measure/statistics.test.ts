import { expect, test } from "@jest/globals";
import { medianInterval } from "./statistics.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("the interval of a median leaves out what a coin shows in at most 2.5 % of all series, on each side", () => {
  // A sign test has these limits: none of 6 (1.6 %), at most 1 of 10 (1.1 %), at most 5 of 20 (2.1 %).
  expect(medianInterval(upTo(6))).toEqual([1, 6]);
  expect(medianInterval(upTo(10).toReversed())).toEqual([2, 9]);
  expect(medianInterval(upTo(20))).toEqual([6, 15]);
  expect(medianInterval(upTo(5))).toEqual([Number.NaN, Number.NaN]);
});
