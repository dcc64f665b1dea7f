import { expect, test } from "@jest/globals";
import { openingSpacingMs } from "./opening-spacing.ts";

test("a document whose turn is next is opened at once, whatever went before; behind a queue nobody waits long to be opened", () => {
  expect(openingSpacingMs(0)).toBe(0);
  expect(openingSpacingMs(8)).toBeGreaterThan(5);
  expect(openingSpacingMs(10_000)).toBeLessThanOrEqual(100);
});
