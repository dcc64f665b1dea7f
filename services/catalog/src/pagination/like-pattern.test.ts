import { expect, test } from "@jest/globals";
import { containing } from "./like-pattern.ts";

test("text is looked for literally", () => {
  expect(containing(String.raw`50%_a\b`)).toBe(String.raw`%50\%\_a\\b%`);
});
