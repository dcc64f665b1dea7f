import { expect, test } from "@jest/globals";
import { withUnit } from "./with-unit.ts";

test.each([
  ["20", "20mm"],
  ["12.5", "12.5mm"],
  ["0", "0"],
  ["1cm", "1cm"],
  ["auto", "auto"],
])("%s is the length %s", (text, length) => {
  expect(withUnit(text, "mm")).toBe(length);
});
