import { describe, expect, test } from "@jest/globals";
import { createRenderTimes } from "./render-times.ts";

/** A document with a deadline of ten seconds, requested at 0. */
const job = { sourceId: "ver_1", requestedAt: 0, deadlineAt: 10_000 };

/** Render times after documents of that source with these durations. */
function timesAfter(...durations: number[]) {
  const times = createRenderTimes();
  for (const ms of durations) times.add("ver_1", ms);
  return times;
}

describe("a document that has waited for most of its time", () => {
  test("is rendered if it has as much time left as the slowest of the last few took", () => {
    const times = timesAfter(300, 900, 400);
    expect([times.isTooLate(job, 9_100), times.isTooLate(job, 9_101)]).toEqual([false, true]);
  });

  test("is not compared with documents before the last five", () => {
    const times = timesAfter(1_500, 100, 100, 100, 100, 100);
    expect(times.isTooLate(job, 9_000)).toBe(false);
  });

  test("is not compared with documents of another template", () => {
    const times = timesAfter(1_500);
    expect(times.isTooLate({ ...job, sourceId: "ver_2" }, 9_000)).toBe(false);
  });

  test("is not rendered at its deadline, even without recent documents", () => {
    expect(createRenderTimes().isTooLate(job, 9_999)).toBe(false);
    expect(createRenderTimes().isTooLate(job, 10_000)).toBe(true);
  });
});

test("a document that has not waited long is rendered, however long others took", () => {
  const times = timesAfter(20_000);
  expect([times.isTooLate(job, 7_999), times.isTooLate(job, 8_001)]).toEqual([false, true]);
});
