import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createLogger } from "@platen/telemetry";
import { startHousekeeping } from "./housekeeping.ts";

const everyMs = 1_000;
let warnings: string[];
let turns: (PromiseWithResolvers<void> & { signal: AbortSignal })[];

beforeEach(() => {
  jest.useFakeTimers();
  [warnings, turns] = [[], []];
});
afterEach(() => {
  jest.useRealTimers();
});

function start() {
  const logger = createLogger({ service: "catalog", level: "error" });
  return startHousekeeping({
    what: "tidy up",
    everyMs,
    work(signal) {
      const turn = Promise.withResolvers<void>();
      turns.push({ ...turn, signal });
      return turn.promise;
    },
    logger: { ...logger, warn: (message) => void warnings.push(message) },
  });
}

test("work starts at once, then runs regularly, never twice at the same time, even after a failure", async () => {
  const { close } = start();
  expect(turns).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(2.5 * everyMs);
  expect(turns).toHaveLength(1);

  turns[0]?.reject(new Error("the database is away"));
  await jest.advanceTimersByTimeAsync(everyMs);
  expect(turns).toHaveLength(2);
  expect(warnings).toEqual(["could not tidy up"]);

  turns[1]?.resolve();
  await close();
  await jest.advanceTimersByTimeAsync(2 * everyMs);
  expect(turns).toHaveLength(2);
});

test("closing signals running work to stop and waits for it", async () => {
  const { close } = start();
  let isClosed = false;
  const closing = close().then(() => (isClosed = true));
  await jest.advanceTimersByTimeAsync(everyMs);
  expect([turns[0]?.signal.aborted, isClosed]).toEqual([true, false]);
  turns[0]?.resolve();
  await closing;
});
