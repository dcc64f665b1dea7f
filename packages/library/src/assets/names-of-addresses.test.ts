import { assetOrigin } from "@platen/contracts/asset-origin";
import { expect, test } from "@jest/globals";
import { nameOf, namesIn } from "./names-of-addresses.ts";

const set = `${assetOrigin}${"a".repeat(64)}/`;
const names = namesIn(`<img src="${set}flags/{{ country }}.svg"><img src="${assetOrigin}missing/logo.svg">`);

test.each([
  ["a name without data", `${assetOrigin}missing/logo.svg`, "logo.svg"],
  ["a name with data", `${set}flags/SECRET.svg`, "flags/*"],
  ["a name in another folder", `${set}SECRET`, undefined],
  ["an address that data made", `${assetOrigin}SECRET`, undefined],
  ["the origin alone", assetOrigin, undefined],
])("%s is told in the words of the template", (_what, address, name) => {
  expect(nameOf(address, names)).toBe(name);
});

test("of several beginnings the shortest is told", () => {
  const two = namesIn(`${set}flags/{{ country }} ${set}flags/eu-{{ x }}`);
  expect(nameOf(`${set}flags/eu-SECRET.svg`, two)).toBe("flags/*");
});
