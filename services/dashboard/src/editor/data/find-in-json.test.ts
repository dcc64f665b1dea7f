import { expect, test } from "@jest/globals";
import { findInJson } from "./find-in-json.ts";

const json = `{ "a": { "b": 1 }, "items": [{ "x": 1 }, { "x": 2, "y": [true] }], "é\\n": null }`;

test.each([
  ["a", `"a"`],
  ["a.b", `"b"`],
  ["items", `"items"`],
  ["items[].x", `"x"`],
  ["items[].y", `"y"`],
  ["é\n", `"é`],
])("the first value at %j is found", (path, text) => {
  expect(findInJson(json, path)).toBe(json.indexOf(text));
});

test.each(["b", "a.x", "items[].z", "a[]"])("%j, which is not in the JSON, is not found", (path) => {
  expect(findInJson(json, path)).toBeUndefined();
});

test("a value is found in a text that the author has not finished, and by a name that is written with escapes or without quotes", () => {
  const unfinished = '{"a": {"\\u0062": 1}, "c": [{"d": 1 "e": 2, "\\x": "f';
  expect(findInJson(unfinished, "a.b")).toBe(unfinished.indexOf('"\\u0062'));
  expect(findInJson(unfinished, "c[].e")).toBe(unfinished.indexOf('"e"'));
  expect(findInJson("{a: {b: 1}}", "a.b")).toBe(5);
  expect(findInJson(unfinished, "f")).toBeUndefined();
  expect(findInJson("", "a")).toBeUndefined();
});
