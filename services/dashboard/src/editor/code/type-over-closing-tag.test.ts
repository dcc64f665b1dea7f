import { expect, test } from "@jest/globals";
import { typedOverLength } from "./type-over-closing-tag.ts";

test.each([
  ["<p>Hi</p|</p>", 4],
  ["<div><p>Hi</p|</p></div>", 4],
  ["<div><div>x</div|</div></div>", 6],
  // Both tags are needed.
  ["<div><div>x</div|</div>", 0],
  ["<p>Hi</p|", 0],
  ["<p>Hi</p|</b>", 0],
])("in %s, a typed > replaces %d characters", (marked, length) => {
  expect(typedOverLength(marked.replace("|", ""), marked.indexOf("|"))).toBe(length);
});
