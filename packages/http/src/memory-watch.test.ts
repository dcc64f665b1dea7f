import { expect, test } from "@jest/globals";
import { watchMemory } from "./memory-watch.ts";

test("above 80 % of the limit a large body is refused, and below it none is; measured four times a second at most", () => {
  let usedBytes = 80;
  let now = 0;
  let measured = 0;
  const watch = watchMemory({
    limitBytes: 100,
    usedBytes: () => {
      measured += 1;
      return usedBytes;
    },
    now: () => now,
  });
  const ask = () => watch.refuseWhenFull();
  expect(ask).not.toThrow();
  usedBytes = 81;
  now = 249;
  expect(ask).not.toThrow();
  now = 250;
  expect(ask).toThrow(expect.objectContaining({ code: "dependency.unavailable", retryAfterSeconds: 5 }));
  expect([measured, watch.refusals()]).toEqual([2, 1]);
  usedBytes = 80;
  now = 500;
  expect(ask).not.toThrow();
});

test("without a limit nothing is measured and nothing refused", () => {
  const usedBytes = () => {
    throw new Error("measured");
  };
  expect(() => watchMemory({ limitBytes: undefined, usedBytes, now: () => 0 }).refuseWhenFull()).not.toThrow();
});
