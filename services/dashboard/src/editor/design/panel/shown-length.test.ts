import { expect, test } from "@jest/globals";
import { shownLength } from "./shown-length.ts";

test.each([
  ["font-size", "13.3333px", "10pt"],
  ["line-height", "21px", "15.75pt"],
  ["border-width", "1px", "0.75pt"],
  ["border-radius", "8px", "2.1mm"],
  ["margin-top", "-7px", "-1.9mm"],
  ["width", "302.3622px", "80mm"],
  ["width", "0px", "0"],
  ["width", "12px 4px", "12px 4px"],
  ["width", "4.5cm", "4.5cm"],
  ["height", "auto", "auto"],
])("%s of %s is shown as %s", (property, value, shown) => {
  expect(shownLength(property, value)).toBe(shown);
});
