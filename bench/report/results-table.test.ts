import { expect, test } from "@jest/globals";
import { withResultsTable } from "./results-table.ts";

const [begin, end] = ["<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"];

test("the README gets the recorded results between its markers, and keeps the rest", () => {
  const readme = withResultsTable(`# Before\n\n${begin}\n\nan older table\n\n${end}\n\nAfter\n`);
  expect(readme).toMatch(/^# Before\n\n<!-- prettier-ignore-start -->\n\n\| Benchmark \| date \| Figure /);
  expect(readme).toMatch(/\| render \| \d{4}-\d\d-\d\d \| invoice: speed relative to the raw loop \(4 at once\) \|/);
  expect(readme).not.toContain("an older table");
  expect(readme).toMatch(/<!-- prettier-ignore-end -->\n\nAfter\n$/);
  expect(withResultsTable(readme)).toBe(readme);
});

test("a README without the markers is an error that names them", () => {
  expect(() => withResultsTable("# Before")).toThrow(begin);
});
