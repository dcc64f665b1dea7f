import { expect, test } from "@jest/globals";
import { withDeadline } from "./deadline.ts";

/** Work that ends only when it is aborted. Gives the reason. */
function untilAborted(signal: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  if (signal.aborted) resolve(signal.reason);
  signal.addEventListener("abort", () => resolve(signal.reason));
  return promise;
}

const anHourMs = 3_600_000;

test("work is aborted with a TimeoutError after its time, or at once if no time is left", async () => {
  const { signal } = new AbortController();
  for (const leftMs of [20, 0, -1_000]) {
    expect(await withDeadline(leftMs, signal, untilAborted)).toMatchObject({ name: "TimeoutError" });
  }
});

test("work is aborted with the reason of its signal, also if the signal was aborted before", async () => {
  const controller = new AbortController();
  const running = withDeadline(anHourMs, controller.signal, untilAborted);
  controller.abort("withdrawn");
  expect(await running).toBe("withdrawn");
  expect(await withDeadline(anHourMs, controller.signal, untilAborted)).toBe("withdrawn");
});

test("work that has succeeded or failed leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const { signal } = new AbortController();
  expect(await withDeadline(anHourMs, signal, () => Promise.resolve("done"))).toBe("done");
  await expect(withDeadline(anHourMs, signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(timers()).toBe(before);
});
