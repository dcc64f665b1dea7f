import { expect, test } from "@jest/globals";
import { containing } from "./like-pattern.ts";

test("wildcards in the search text match literally", () => {
  expect(containing(String.raw`50%_a\b`)).toBe(String.raw`%50\%\_a\\b%`);
});
