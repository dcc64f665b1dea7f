import { expect, test } from "@jest/globals";
import { openShapes, phasesOf } from "./shapes.ts";
import { arrivalsOf } from "./arrivals.ts";

test.each(openShapes)("a %s sends as many requests as its rates say, in order and in time", (shape) => {
  const phases = phasesOf(shape, { rate: 37, seconds: 60 });
  const arrivals = arrivalsOf(phases);
  const expected = phases.reduce((sum, { seconds, fromRate, toRate }) => sum + (seconds * (fromRate + toRate)) / 2, 0);
  expect(Math.abs(arrivals.length - expected)).toBeLessThanOrEqual(1);
  const times = arrivals.map(({ atMs }) => atMs);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times.at(-1)).toBeLessThanOrEqual(60_000.001);
});

test("a constant rate has constant gaps, even if a phase ends between two requests", () => {
  const [first, second] = [0, 1].map(() => ({ name: "soak", seconds: 1.5, fromRate: 3, toRate: 3 }));
  const times = arrivalsOf([first, second].filter((phase) => phase !== undefined)).map(({ atMs }) => atMs);
  expect(times).toHaveLength(9);
  for (const [index, time] of times.entries()) expect(time).toBeCloseTo(((index + 1) * 1_000) / 3);
});

test("a rising rate sends a quarter of its requests in the first half of its time", () => {
  const times = arrivalsOf([{ name: "ramp", seconds: 10, fromRate: 0, toRate: 80 }]).map(({ atMs }) => atMs);
  expect(times).toHaveLength(400);
  expect(times.filter((time) => time <= 5_000)).toHaveLength(100);
});
