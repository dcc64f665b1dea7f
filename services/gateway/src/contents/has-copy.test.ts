import { expect, test } from "@jest/globals";
import { hasCopy } from "./has-copy.ts";

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', "*"])("%s names the file", (header) => {
  expect(hasCopy('"a"', header)).toBe(true);
});

test.each([undefined, "", "a", '"b"', '"a', '"A"', '"b" "a"'])("%s does not", (header) => {
  expect(hasCopy('"a"', header)).toBe(false);
});
