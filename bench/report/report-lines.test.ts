import { expect, test } from "@jest/globals";
import { withResultsTable } from "./record-result.ts";
import { figureTable } from "./report-lines.ts";

const rowOf = (values: number[]) => figureTable([{ name: "it", values, goal: { atMost: 3 } }]).rows[0];

test("the median of the rounds decides whether a goal is met, and a figure that was not measured misses it", () => {
  expect(rowOf([1, 2, 90])).toEqual(["it", "≤ 3", "2 (1 to 90)", "met"]);
  expect(rowOf([1, 4, 90])).toEqual(["it", "≤ 3", "4 (1 to 90)", "**missed**"]);
  for (const value of [Number.NaN, Math.max()]) expect(rowOf([value])?.slice(2)).toEqual(["nothing", "**missed**"]);
});

test("the README gets the recorded results between its markers, and keeps the rest", () => {
  const [begin, end] = ["<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"];
  const readme = withResultsTable(`# Before\n\n${begin}\n\nan older table\n\n${end}\n\nAfter\n`);
  expect(readme).toMatch(/^# Before\n\n<!-- prettier-ignore-start -->\n\n\| Benchmark \| date \| Figure /);
  expect(readme).toMatch(/\| render \| \d{4}-\d\d-\d\d \| invoice: speed relative to the raw loop \(4 at once\) \|/);
  expect(readme).not.toContain("an older table");
  expect(readme).toMatch(/<!-- prettier-ignore-end -->\n\nAfter\n$/);
});
