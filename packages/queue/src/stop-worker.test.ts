import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { stopWorker } from "./stop-worker.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A worker whose end the test decides on; it ends as soon as its jobs are aborted where `obeys` says so. */
function createWorker({ obeys = false } = {}) {
  const events: string[] = [];
  const closed = Promise.withResolvers<void>();
  const worker = {
    close(): Promise<void> {
      events.push("takes no more jobs");
      return closed.promise;
    },
    cancelAllJobs(reason?: string): void {
      events.push(`jobs aborted: ${reason}`);
      if (obeys) closed.resolve();
    },
    disconnect(): Promise<void> {
      events.push("disconnected");
      return new Promise(() => undefined);
    },
  };
  return { worker, events, endJobs: () => closed.resolve() };
}

/** Stops the worker; `isStopped` tells whether that has come to its end. */
function stop({ worker, events }: ReturnType<typeof createWorker>, graceMs: number) {
  let isStopped = false;
  const onGraceOver = () => void events.push("grace is over");
  const onStopped = () => void (isStopped = true);
  void stopWorker(worker, { graceMs, onGraceOver }).then(onStopped);
  return { isStopped: () => isStopped };
}

test("jobs that end within the grace are not aborted", async () => {
  const worker = createWorker();
  const { isStopped } = stop(worker, 10_000);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(isStopped()).toBe(false);
  worker.endJobs();
  await jest.advanceTimersByTimeAsync(0);
  expect([isStopped(), worker.events]).toEqual([true, ["takes no more jobs"]]);
});

test("jobs that run for longer are aborted when the grace is over, and the worker knows that before they do", async () => {
  const worker = createWorker({ obeys: true });
  const { isStopped } = stop(worker, 10_000);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(isStopped()).toBe(true);
  expect(worker.events).toEqual(["takes no more jobs", "grace is over", "jobs aborted: stopping"]);
});

test("without a grace running jobs are aborted at once", async () => {
  const worker = createWorker({ obeys: true });
  const { isStopped } = stop(worker, 0);
  await jest.advanceTimersByTimeAsync(1);
  expect(isStopped()).toBe(true);
});

test("neither jobs that do not end nor a Redis that hangs keep the worker from stopping", async () => {
  const worker = createWorker();
  const { isStopped } = stop(worker, 0);
  await jest.advanceTimersByTimeAsync(1 + 2_000);
  expect([worker.events.at(-1), isStopped()]).toEqual(["disconnected", false]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(isStopped()).toBe(true);
});
