import { expect, test } from "@jest/globals";
import { freeName } from "./free-name.ts";

test.each([
  ["Invoice", [], "Invoice"],
  ["Invoice", ["invoice"], "Invoice 2"],
  ["Copy of Invoice", ["Copy of Invoice", "COPY OF INVOICE 2"], "Copy of Invoice 3"],
  [`${"x".repeat(99)}🖨`, [], "x".repeat(99)],
  ["x".repeat(120), ["x".repeat(100)], `${"x".repeat(98)} 2`],
])("%s is free as it is or with a number: %j", (name, taken, free) => {
  expect(freeName(name, taken)).toBe(free);
});
