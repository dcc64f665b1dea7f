import { expect, test } from "@jest/globals";
import { builtInFonts, symbolFamilies } from "@platen/engine/built-in-fonts";
import { fontFamilies } from "./font-families.ts";

test("the panel names the family of each file that workers install, except for those with signs alone", () => {
  const installed = [...new Set(builtInFonts().map(({ family }) => family))];
  const named = fontFamilies.map(({ label }) => label).filter((family) => !family.startsWith("Noto Sans CJK "));
  expect(named.toSorted()).toEqual(installed.filter((family) => !symbolFamilies.includes(family)).toSorted());
});
