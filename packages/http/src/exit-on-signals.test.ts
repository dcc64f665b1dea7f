import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { exitOnSignals } from "./exit-on-signals.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test("a process that is not live for a minute stops and exits with code 1, to be restarted", async () => {
  jest.spyOn(process, "on").mockReturnThis();
  // It never returns in a process that it ends.
  const exit = jest.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const [error, warn, stop] = [jest.fn(), jest.fn(), jest.fn(() => Promise.resolve())];
  let reason: string | undefined = "The reason.";
  exitOnSignals({ logger: { error, warn, info: warn, debug: warn }, graceMs: 5_000, liveness: () => reason, stop });
  await jest.advanceTimersByTimeAsync(59_000);
  reason = undefined;
  await jest.advanceTimersByTimeAsync(1_000);
  reason = "The reason.";
  await jest.advanceTimersByTimeAsync(59_000);
  expect(stop).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(exit).toHaveBeenCalledWith(1);
  expect(error).toHaveBeenCalledWith(expect.stringContaining("not live"), { reason });
});
