import { expect, test } from "@jest/globals";
import { arrivalsOf, openShapes, phasesOf } from "./arrivals.ts";

test.each(openShapes)("a %s sends as many requests as its rates say, in order and in time", (shape) => {
  const phases = phasesOf(shape, 37, 60);
  const times = arrivalsOf(phases).map(({ atMs }) => atMs);
  const expected = phases.reduce((sum, { seconds, fromRate, toRate }) => sum + (seconds * (fromRate + toRate)) / 2, 0);
  expect(Math.abs(times.length - expected)).toBeLessThanOrEqual(1);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times.at(-1)).toBeLessThanOrEqual(60_000.001);
});

test("a constant rate has constant gaps, even if a phase ends between two requests", () => {
  const phase = { name: "soak", seconds: 1.5, fromRate: 3, toRate: 3 };
  const times = arrivalsOf([phase, phase]).map(({ atMs }) => atMs);
  expect(times).toHaveLength(9);
  for (const [index, time] of times.entries()) expect(time).toBeCloseTo(((index + 1) * 1_000) / 3);
});

test("a rising rate sends a quarter of its requests in the first half of its time", () => {
  const times = arrivalsOf([{ name: "ramp", seconds: 10, fromRate: 0, toRate: 80 }]).map(({ atMs }) => atMs);
  expect(times).toHaveLength(400);
  expect(times.filter((time) => time <= 5_000)).toHaveLength(100);
});
