import { expect, test } from "@jest/globals";
import { shareTurns } from "./share-turns.ts";

const share = (waiting: [string, number, number][], places: number) =>
  Object.fromEntries(
    shareTurns(
      waiting.map(([member, servedMs, meanMs]) => ({ member, servedMs, meanMs })),
      Array.from({ length: places }, (_, place) => place),
    ),
  );

test("each place goes to the one that was served least, by time and not by count", () => {
  const waiting: [string, number, number][] = [
    ["heavy", 0, 1_000],
    ["light", 500, 200],
  ];
  expect(share(waiting, 4)).toEqual({ light: [0, 1, 3], heavy: [2] });
});

test("those that were served alike take turns in their order, and without any of them no place is taken", () => {
  const waiting: [string, number, number][] = [
    ["first", 0, 500],
    ["second", 0, 500],
  ];
  expect([share(waiting, 3), share([], 3)]).toEqual([{ first: [0, 2], second: [1] }, {}]);
});
