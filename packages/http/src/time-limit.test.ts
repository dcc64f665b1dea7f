import { expect, test } from "@jest/globals";
import { TimeLimitError, withTimeLimit } from "./time-limit.ts";

/** Loops without an end, as a fault in a check would. */
function loop(): never {
  for (let turns = 0; ; turns += 1) if (turns < 0) throw new Error("never");
}

test("work without an end is interrupted at its limit, and the process goes on", () => {
  expect(() => withTimeLimit(20, loop)).toThrow(TimeLimitError);
  expect(withTimeLimit(20, () => "done")).toBe("done");
});

test("a regular expression that goes back without an end is interrupted", () => {
  const text = `${"a".repeat(40)}b`;
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- what the limit is for.
  expect(() => withTimeLimit(20, () => /^(?:a+)+$/.test(text))).toThrow(TimeLimitError);
});

test("an error of the work is thrown as it is", () => {
  const error = new TypeError("wrong");
  expect(() =>
    withTimeLimit(20, () => {
      throw error;
    }),
  ).toThrow(error);
});
