import { expect, test } from "@jest/globals";
import { numberOf, numbersOf } from "./number-of.ts";

test("an option's number is taken as it is", () => {
  expect(numberOf("rounds", "5")).toBe(5);
  expect(numbersOf("slots", "1,2,4")).toEqual([1, 2, 4]);
});

test.each(["many", "", "0", "-1", "Infinity"])("%j measures nothing, and is refused with the option's name", (text) => {
  expect(() => numberOf("rounds", text)).toThrow("--rounds must be a number above 0");
});
