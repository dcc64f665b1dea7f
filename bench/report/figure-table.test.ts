import { expect, test } from "@jest/globals";
import { figureTable } from "./figure-table.ts";
import { summarize } from "./recorded-report.ts";

const rowOf = (values: number[]) => figureTable(summarize([{ name: "it", values, goal: { atMost: 3 } }])).rows[0];

test("the median of the rounds decides whether a goal is met", () => {
  expect(rowOf([1, 2, 90])).toEqual(["it", "≤ 3", "2 (1 to 90)", "met"]);
  expect(rowOf([1, 4, 90])).toEqual(["it", "≤ 3", "4 (1 to 90)", "**missed**"]);
});

test("a figure that was not measured misses its goal", () => {
  for (const value of [Number.NaN, Math.max()]) expect(rowOf([value])?.slice(2)).toEqual(["nothing", "**missed**"]);
});

test("a figure that the run left out is not in the table", () => {
  expect(rowOf([])).toBeUndefined();
});
