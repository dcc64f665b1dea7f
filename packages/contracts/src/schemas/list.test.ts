import { expect, test } from "@jest/globals";
import { z } from "zod";
import { issueMessage } from "../issue-message.ts";
import { list } from "./list.ts";

const numbers = list(z.int(), 1_000);
const issuesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueMessage }).error?.issues.map(({ path, message }) => [path.join("."), message]);

test("a list is read as any list, and each wrong item is named", () => {
  expect(numbers.min(1).optional().parse([1, 2])).toEqual([1, 2]);
  expect(issuesOf(z.object({ a: numbers }), { a: [1, "2", 3, null] })).toEqual([
    ["a.1", "must be a number, but is a string"],
    ["a.3", "must be a number, but is null"],
  ]);
  expect(issuesOf(numbers, {})).toEqual([["", "must be an array, but is an object"]]);
});

test("a check of a list ends at the hundredth mistake, and reads no item of a list that is too long", () => {
  let read = 0;
  const counted = z.int().refine(() => {
    read += 1;
    return false;
  });
  const wrong = Array.from({ length: 1_000 }, () => 1);
  expect(
    issuesOf(
      list(counted, 1_000).refine(() => false),
      wrong,
    ),
  ).toHaveLength(100);
  expect([read, issuesOf(list(counted, 999), wrong), read]).toEqual([100, [["", "must have at most 999 items"]], 100]);
});
