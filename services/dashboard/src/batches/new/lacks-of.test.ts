import { expect, test } from "@jest/globals";
import { lacksOf } from "./lacks-of.ts";

const severity = "error";

test("the names that have no value are one line, and every other cause is another", () => {
  const missing = (path: string) => ({ code: "data.missing", severity, message: `No ${path}.`, path });
  const paths = ["a", "b", "b", "c", "d", "e", "f", "g", "h"];
  const cut = { code: "page.cut", severity, message: "Page 1 is cut off." };
  expect(lacksOf([...paths.map(missing), cut, cut])).toEqual([
    "No value for a, b, c, d, e, f, and 2 others.",
    "Page 1 is cut off.",
  ]);
  expect(lacksOf([{ code: "data.missing", severity, message: "12 more names are missing." }])).toEqual([
    "12 more names are missing.",
  ]);
  expect(lacksOf([])).toEqual([]);
});
