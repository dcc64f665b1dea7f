import { describe, expect, test } from "@jest/globals";
import { createRenderTimes } from "./render-times.ts";

/** A document with ten seconds, asked for at 0. */
const job = { sourceId: "ver_1", requestedAt: 0, deadlineAt: 10_000 };

/** What is known when documents of that source took so long, the last one last. */
function timesAfter(...took: number[]) {
  const times = createRenderTimes();
  for (const ms of took) times.add("ver_1", ms);
  return times;
}

describe("a document that has waited for most of its time", () => {
  test("is begun when it has as much left as the slowest of the last few took", () => {
    const times = timesAfter(300, 900, 400);
    expect(times.isTooLate(job, 9_100)).toBe(false);
    expect(times.isTooLate(job, 9_101)).toBe(true);
  });

  test("is not judged by what was slow five documents ago", () => {
    const times = timesAfter(1_500, 100, 100, 100, 100, 100);
    expect(times.isTooLate(job, 9_000)).toBe(false);
  });

  test("is not judged by documents of another template", () => {
    const times = timesAfter(1_500);
    expect(times.isTooLate({ ...job, sourceId: "ver_2" }, 9_000)).toBe(false);
  });

  test("is not begun at its deadline, whatever is known", () => {
    expect(createRenderTimes().isTooLate(job, 9_999)).toBe(false);
    expect(createRenderTimes().isTooLate(job, 10_000)).toBe(true);
  });
});

test("a document that has not waited for long is begun, however long others took", () => {
  const times = timesAfter(20_000);
  expect(times.isTooLate(job, 7_999)).toBe(false);
  expect(times.isTooLate(job, 8_001)).toBe(true);
});
