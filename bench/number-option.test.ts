import { expect, test } from "@jest/globals";
import { numberOption, numberOptions } from "./number-option.ts";

test("an option with a number gives the number", () => {
  expect(numberOption("rounds", "5")).toBe(5);
  expect(numberOptions("slots", "1,2,4")).toEqual([1, 2, 4]);
});

test.each(["many", "", "0", "-1", "Infinity"])("%j is refused with the option's name", (text) => {
  expect(() => numberOption("rounds", text)).toThrow("--rounds must be a number above 0");
});
