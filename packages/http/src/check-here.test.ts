import { expect, test } from "@jest/globals";
import { stepHere, workHere } from "./check-here.ts";

/** Goes deeper than the language allows, as a check of nested values might. */
function recurse(): number {
  return recurse() + 1;
}

test.each<[string, () => unknown]>([
  ["few bytes", () => workHere(recurse, 1)],
  ["many bytes", () => workHere(recurse, 1_000_000)],
  ["the next part of a long body", () => stepHere(recurse)],
])("work on %s that goes too deep is refused as too complex", (_what, run) => {
  expect(run).toThrow(expect.objectContaining({ code: "request.too_complex", status: 422 }));
});
