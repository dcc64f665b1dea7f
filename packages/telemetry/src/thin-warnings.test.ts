import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { LogFields } from "./logger.ts";
import { thinWarnings } from "./thin-warnings.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a warning is logged once a second for each cause, with the number of those left out", () => {
  const logged: (LogFields | undefined)[] = [];
  const nothing = () => undefined;
  const log = thinWarnings({
    warn: (_message, fields) => logged.push(fields),
    info: nothing,
    error: nothing,
    debug: nothing,
  });
  const fail = (errorMessage: string) => log.warn("failed", { errorMessage });
  for (let second = 0; second < 2; second += 1) {
    for (let time = 0; time < 6_000; time += 1) fail(`READONLY script ${time}`);
    fail("OOM command not allowed");
    jest.advanceTimersByTime(1_000);
  }
  expect(logged).toEqual([
    { errorMessage: "READONLY script 0" },
    { errorMessage: "OOM command not allowed" },
    { errorMessage: "READONLY script 0", leftOut: 5_999 },
    { errorMessage: "OOM command not allowed" },
  ]);
});
