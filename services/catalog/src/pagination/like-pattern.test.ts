import { expect, test } from "@jest/globals";
import { beginningWith, containing } from "./like-pattern.ts";

test("wildcards in the search text match literally", () => {
  expect(containing(String.raw`50%_a\b`)).toBe(String.raw`%50\%\_a\\b%`);
  expect(beginningWith(String.raw`50%_a\b`)).toBe(String.raw`50\%\_a\\b%`);
});
