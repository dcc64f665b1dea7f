import { expect, test } from "@jest/globals";
import { withDeadline } from "./deadline.ts";

/** Work that ends only when it is aborted, and then gives the reason. */
function untilAborted(signal: AbortSignal): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  if (signal.aborted) resolve(signal.reason);
  signal.addEventListener("abort", () => resolve(signal.reason));
  return promise;
}

const inAnHour = () => Date.now() + 3_600_000;

test("work is aborted with a TimeoutError at its deadline, a past one included", async () => {
  const { signal } = new AbortController();
  for (const deadlineAt of [Date.now() + 20, Date.now() - 1_000]) {
    expect(await withDeadline(deadlineAt, signal, untilAborted)).toMatchObject({ name: "TimeoutError" });
  }
});

test("work is aborted for the reason of the signal it runs under, even one that has fired before", async () => {
  const controller = new AbortController();
  const running = withDeadline(inAnHour(), controller.signal, untilAborted);
  controller.abort("withdrawn");
  expect(await running).toBe("withdrawn");
  expect(await withDeadline(inAnHour(), controller.signal, untilAborted)).toBe("withdrawn");
});

test("work that is done, well or not, leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const { signal } = new AbortController();
  expect(await withDeadline(inAnHour(), signal, () => Promise.resolve("done"))).toBe("done");
  await expect(withDeadline(inAnHour(), signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(timers()).toBe(before);
});
