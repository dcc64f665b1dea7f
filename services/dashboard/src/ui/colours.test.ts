import { expect, test } from "@jest/globals";
import { toHex, writtenColour } from "./colours.ts";

test.each([
  ["rgb(20, 67, 140)", "#14438c"],
  ["rgba(20, 67, 140, 0.5)", "#14438c80"],
  ["color(display-p3 1 0 0)", "color(display-p3 1 0 0)"],
])("the panel shows %s as %s, as it is typed", (computed, shown) => {
  expect(toHex(computed)).toBe(shown);
});

test.each([
  ["#14438cff", "#14438c"],
  ["#14438c80", "#14438c80"],
  ["hsl(217 75% 31%)", "hsl(217 75% 31%)"],
])("a typed %s is written as %s", (typed, written) => {
  expect(writtenColour(typed)).toBe(written);
});
