import { expect, test } from "@jest/globals";
import { retryAfterSeconds } from "./retry-after.ts";

test("callers come back when half of the documents ahead are done, spread around that moment", () => {
  const times = [0, 0.5, 1].map((chance) => retryAfterSeconds(400, 10, () => chance));
  expect(times).toEqual([15, 20, 25]);
});

test("callers come back after one second to one minute, and apart even when no rate is known", () => {
  expect(retryAfterSeconds(1, 1_000, () => 0)).toBe(1);
  expect(retryAfterSeconds(100_000, 1, () => 0.5)).toBe(60);
  expect(new Set([0.1, 0.9].map((chance) => retryAfterSeconds(5, 0, () => chance)))).toEqual(new Set([1, 2]));
});
