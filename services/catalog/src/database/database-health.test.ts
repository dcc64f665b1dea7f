import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createDatabaseHealth } from "./database-health.ts";
import type { ProbeResult } from "./database-probe.ts";

let answer: () => Promise<ProbeResult>;
let health: ReturnType<typeof createDatabaseHealth>;
beforeEach(() => {
  jest.useFakeTimers();
  health = createDatabaseHealth({ probe: () => answer() });
});
afterEach(() => {
  jest.useRealTimers();
});

const silent = () => new Promise<never>(() => undefined);
/** An answer that takes longer than a probe waits. */
const late = () => new Promise<ProbeResult>((resolve) => setTimeout(resolve, 700, "writable"));

/** Watches work that takes `ms`: "done", or the time at which it failed. */
async function watchFor(ms: number): Promise<string> {
  const startedAt = Date.now();
  const work = () => new Promise<string>((resolve) => setTimeout(resolve, ms, "done"));
  const watched = health.watch(work).catch(() => `failed after ${Date.now() - startedAt} ms`);
  await jest.advanceTimersByTimeAsync(ms);
  return watched;
}

test.each([
  ["answers", () => Promise.resolve("writable" as const), "done"],
  ["is read-only", () => Promise.resolve("read_only" as const), "done"],
  ["refuses connections by an answer", () => Promise.resolve("refusing" as const), "done"],
  ["answers later than a probe waits", late, "done"],
  ["is away", () => Promise.resolve("away" as const), "failed after 350 ms"],
  ["is silent", silent, "failed after 3150 ms"],
])("work of 3.4 s, while the database %s, ends as it should", async (_what, probe: typeof answer, result) => {
  answer = probe;
  await expect(watchFor(3_400)).resolves.toBe(result);
});

test("a stall of three seconds fails nothing", async () => {
  answer = silent;
  await expect(watchFor(3_100)).resolves.toBe("done");
});

test("once the database has been silent for three seconds, later work fails within a second, until an answer", async () => {
  answer = silent;
  await watchFor(4_000);
  await expect(watchFor(4_000)).resolves.toBe("failed after 750 ms");
  answer = () => Promise.resolve("writable");
  await expect(watchFor(4_000)).resolves.toBe("done");
  answer = silent;
  await expect(watchFor(3_100)).resolves.toBe("done");
});
