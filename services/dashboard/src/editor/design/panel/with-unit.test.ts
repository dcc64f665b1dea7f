import { expect, test } from "@jest/globals";
import { withUnit } from "./with-unit.ts";

test.each([
  ["20", "20mm"],
  ["12.5", "12.5mm"],
  ["12,5 pt", "12.5pt"],
  ["-3", "-3mm"],
  ["20 %", "20%"],
  ["0", "0"],
  ["1cm", "1cm"],
  ["auto", "auto"],
])("%s is the length %s", (text, length) => {
  expect(withUnit(text, "mm")).toBe(length);
});
