import { expect, test } from "@jest/globals";
import { numberOption, numberOptions } from "./number-option.ts";

test("an option's number is taken as it is", () => {
  expect(numberOption("rounds", "5")).toBe(5);
  expect(numberOptions("slots", "1,2,4")).toEqual([1, 2, 4]);
});

test.each(["many", "", "0", "-1", "Infinity"])("%j measures nothing, and is refused with the option's name", (text) => {
  expect(() => numberOption("rounds", text)).toThrow("--rounds must be a number above 0");
});
