import { expect, test } from "@jest/globals";
import { bearerOf } from "./api-key.ts";

test.each([
  ["Bearer abc", "abc"],
  ["bearer abc", "abc"],
  ["BEARER   abc ", "abc"],
  [undefined, undefined],
  ["", undefined],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Basic abc", undefined],
  ["Bearer a b", undefined],
  ["abc", undefined],
])("the bearer of %j is %j", (authorization, bearer) => {
  expect(bearerOf(authorization)).toBe(bearer);
});
