import { expect, test } from "@jest/globals";
import { createRedisClock } from "./redis-clock.ts";

test("a machine whose clock is wrong, or is set wrong later, goes by the time of Redis", () => {
  const machine = { wall: 3_601_000, monotonic: 50 };
  const clock = createRedisClock({ wall: () => machine.wall, monotonic: () => machine.monotonic });
  expect(clock.now()).toBe(3_601_000);
  clock.observe(1_000);
  expect(clock.now()).toBe(1_000);
  machine.monotonic += 500;
  expect(clock.now()).toBe(1_500);
  // It is set right, and then far behind.
  machine.wall = 1_600;
  expect(clock.now()).toBe(1_600);
  machine.wall = -7_200_000;
  expect(clock.now()).toBe(1_500);
});
