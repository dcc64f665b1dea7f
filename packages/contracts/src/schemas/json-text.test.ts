import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { findJsonObjectMistake, lineAndColumn } from "./json-text.ts";

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

test("a text has a mistake exactly when JSON.parse finds no object in it", () => {
  const object = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
  const laidOut = fc
    .tuple(object, fc.constantFrom("", "\t", "  "))
    .map(([value, by]) => JSON.stringify(value, null, by));
  const damaged = fc
    .tuple(
      laidOut,
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom("", ",", '"', "}", "[", "\\", "\n", "0", "-", "\\u12"),
    )
    .map(([text, at, length, put]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + length);
    });
  fc.assert(
    fc.property(fc.oneof(laidOut, damaged, fc.string()), (text) => {
      expect(findJsonObjectMistake(text) === undefined).toBe(isJsonObject(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["", "1:1", "ends too early"],
  ["[]", "1:1", "must be an object in braces"],
  ['{\n  "a": 1,\n}', "3:1", "needs a name in double quotes"],
  ['{\n  "a": 01\n}', "2:9", "needs a comma or }"],
  ["{ \"a\": 'b' }", "1:8", "has an invalid value"],
  ['{ "a" 1 }', "1:7", "needs a colon"],
  ['{ "a": [1 2] }', "1:11", "needs a comma or ]"],
  ['{ "a": "b\nc" }', "1:10", "has a line break or control character in a string"],
  [String.raw`{ "a": "\x" }`, "1:9", "has an unknown escape sequence in a string"],
  ['{ "a": "b }', "1:8", "has a string without a closing quote"],
  ['{ "a": {', "1:9", "ends too early"],
  ["{} {}", "1:4", "has text after its end"],
])("%j: %s %s", (text, position, message) => {
  const mistake = findJsonObjectMistake(text);
  expect(mistake?.message).toBe(message);
  const { line, column } = lineAndColumn(text, mistake?.offset ?? 0);
  expect(`${line}:${column}`).toBe(position);
});

test("JSON nested deeper than 100 levels is refused, at any depth", () => {
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  expect(findJsonObjectMistake(nested(99))).toBeUndefined();
  expect(findJsonObjectMistake(nested(100))?.message).toContain("100 levels");
  expect(findJsonObjectMistake(nested(1_000_000))?.message).toContain("100 levels");
});
