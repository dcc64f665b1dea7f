import { describe, expect, test } from "@jest/globals";
import { assetName } from "@platen/contracts";
import fc from "fast-check";
import { assetNameOf, fileMistake, freeAssetName, kindOf } from "./asset-file.ts";

describe("the name made from a file's name", () => {
  test.each([
    ["Logo.PNG", "logo.png"],
    ["Logo (neu).png", "logo-neu.png"],
    ["Straße Größe.svg", "strasse-grosse.svg"],
    ["brand_sans-700.woff2", "brand_sans-700.woff2"],
    [".hidden.css", "hidden.css"],
    ["徽标.png", "file.png"],
    ["README", "readme"],
    ["flags/de.svg", "flags/de.svg"],
  ])("of %s is %s", (fileName, name) => expect(assetNameOf(fileName)).toBe(name));

  test("is always one that the contract allows, if the file is of a kind that a project keeps", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 250 }),
        fc.constantFrom("png", "WOFF2", "js"),
        (stem, ending) => {
          const name = assetNameOf(`${stem}.${ending}`);
          expect(assetName.safeParse(name).success).toBe(true);
          expect(kindOf(name)).toBe(kindOf(`x.${ending}`));
        },
      ),
    );
  });
});

test("a taken name gets the first free number before its ending", () => {
  expect(freeAssetName("logo.png", ["other.png"])).toBe("logo.png");
  expect(freeAssetName("logo.png", ["logo.png", "logo-2.png"])).toBe("logo-3.png");
  expect(freeAssetName(`${"a".repeat(196)}.png`, [`${"a".repeat(196)}.png`])).toHaveLength(200);
});

test.each([
  [{ name: "a.png", size: 5_000_000 }, undefined],
  [{ name: "a.png", size: 5_000_001 }, "The file has 5.0 MB. A picture can have 5.0 MB."],
  [{ name: "a.ttf", size: 10_500_000 }, "The file has 11 MB. A font can have 10 MB."],
  [{ name: "a.png", size: 0 }, "The file is empty."],
])("the file %o is refused with: %s", (file, mistake) => expect(fileMistake(file)).toBe(mistake));

test("a file of another kind is refused with the kinds that a project keeps", () => {
  expect(fileMistake({ name: "a.docx", size: 1 })).toContain("A project keeps pictures (PNG, ");
});
