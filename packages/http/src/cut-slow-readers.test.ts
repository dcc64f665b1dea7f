import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { cutSlowReaders, readingLimits, type ReadAnswer } from "./cut-slow-readers.ts";

const limits = { minMs: 1_000, minBytesPerMs: 10, checkIntervalMs: 20 };
let answering: Set<ReadAnswer>;
let stopCutting: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  answering = new Set();
  stopCutting = cutSlowReaders(answering, limits);
});
afterEach(() => {
  stopCutting();
  jest.useRealTimers();
});

/** An answer in progress whose caller does not read. */
function answer({ length, headersSent = true }: { length?: number; headersSent?: boolean } = {}) {
  const destroy = jest.fn();
  const response = {
    headersSent,
    getHeader: (name: string) => (name === "content-length" ? length : 1_000_000),
    req: { socket: { destroy } },
  };
  answering.add(response);
  return { response, isCut: () => destroy.mock.calls.length > 0 };
}

test.each<[string, number | undefined, number]>([
  ["is disconnected after the minimum time", undefined, 1_000],
  ["of a short answer has the minimum time", 9_000, 1_000],
  ["of a large answer has the time that reading takes at the slowest speed", 20_000, 2_000],
])("a caller who does not read the answer %s", (_what, length, limitMs) => {
  const { isCut } = answer(length === undefined ? {} : { length });
  jest.advanceTimersByTime(limitMs);
  expect(isCut()).toBe(false);
  jest.advanceTimersByTime(limits.checkIntervalMs);
  expect(isCut()).toBe(true);
});

test("the time before the answer is ready does not count", () => {
  const { response, isCut } = answer({ headersSent: false });
  jest.advanceTimersByTime(10_000);
  response.headersSent = true;
  jest.advanceTimersByTime(1_000);
  expect(isCut()).toBe(false);
});

test("a caller has 60 seconds, or the time of 100 kB/s, as the documentation says", () => {
  expect(readingLimits).toEqual({ minMs: 60_000, minBytesPerMs: 100, checkIntervalMs: 1_000 });
});
