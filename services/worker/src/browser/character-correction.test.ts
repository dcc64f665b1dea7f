import { expect, test } from "@jest/globals";
import { characterCorrection } from "./character-correction.ts";

const code = (character: string) => character.codePointAt(0) ?? 0;
const twins = new Map([
  [code("⼀"), new Set([code("一")])],
  [code("一"), new Set([code("⼀")])],
]);

test("a character is read back as the one in the document", () => {
  const correct = characterCorrection("<p>一", twins);
  expect(correct?.(code("⼀"))).toBe(code("一"));
  expect(correct?.(code("x"))).toBe(code("x"));
});

test("nothing is corrected in a document without doubles, or with both of a pair", () => {
  expect(characterCorrection("<p>plain text, ünïcödé", twins)).toBeUndefined();
  expect(characterCorrection("<p>一 ⼀", twins)).toBeUndefined();
});
