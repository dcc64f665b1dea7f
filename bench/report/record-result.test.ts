import { expect, test } from "@jest/globals";
import { oneLineEach } from "./record-result.ts";

test("a recorded table has each row on a line, and reads back as it was", () => {
  const result = {
    rows: [
      ["a", 'b, "c"'],
      ["[1]\n", "{ }"],
    ],
    figures: [{ name: "x [y]", measured: 1 }],
    none: [],
  };
  const json = oneLineEach(result);
  expect(JSON.parse(json)).toEqual(result);
  expect(json).toContain('    [ "a", "b, \\"c\\"" ],\n    [ "[1]\\n", "{ }" ]\n');
  expect(json).toContain('    { "name": "x [y]", "measured": 1 }\n');
});
