import { expect, test } from "@jest/globals";
import { initialsOf } from "./initials-of.ts";

test.each([
  ["ada.lovelace@example.com", "AL"],
  ["grace@example.com", "GR"],
  ["jean-luc.picard@example.com", "JL"],
  ["ärzte_1@example.com", "Ä1"],
  ["x@example.com", "X"],
])("the initials of %s are %s", (email, initials) => {
  expect(initialsOf(email)).toBe(initials);
});
