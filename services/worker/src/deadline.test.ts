import { expect, test } from "@jest/globals";
import { withDeadline } from "./deadline.ts";

/** Work that ends only when it is aborted, and then gives the reason. */
function untilAborted(signal: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  if (signal.aborted) resolve(signal.reason);
  signal.addEventListener("abort", () => resolve(signal.reason));
  return promise;
}

const anHourMs = 3_600_000;

test("work is aborted with a TimeoutError once its time has passed, also when none is left", async () => {
  const { signal } = new AbortController();
  for (const leftMs of [20, 0, -1_000]) {
    expect(await withDeadline(leftMs, signal, untilAborted)).toMatchObject({ name: "TimeoutError" });
  }
});

test("work is aborted for the reason of the signal it runs under, even one that has fired before", async () => {
  const controller = new AbortController();
  const running = withDeadline(anHourMs, controller.signal, untilAborted);
  controller.abort("withdrawn");
  expect(await running).toBe("withdrawn");
  expect(await withDeadline(anHourMs, controller.signal, untilAborted)).toBe("withdrawn");
});

test("work that is done, well or not, leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const { signal } = new AbortController();
  expect(await withDeadline(anHourMs, signal, () => Promise.resolve("done"))).toBe("done");
  await expect(withDeadline(anHourMs, signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(timers()).toBe(before);
});
