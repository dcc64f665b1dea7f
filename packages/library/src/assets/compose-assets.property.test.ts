import { expect, test } from "@jest/globals";
import { assetOrigin } from "@platen/contracts/asset-origin";
import fc from "fast-check";
import { findAssetNames } from "./test-asset-names.ts";
import { assetNamed, compose, digestOf } from "./test-assets.ts";

const font = assetNamed("a.woff2", { font: { family: "Brand", weight: "400", style: "normal" } });
const pieces = [
  "<img src=",
  "<p style=",
  "<style>",
  "</style>",
  "<link rel=stylesheet href=",
  "<!--",
  "-->",
  '"',
  "'",
  ">",
  " ",
  "{{x}}",
  "{{#x}}",
  "{{/x}}",
  "{{=<% %>=}}",
  "{{",
  "url(",
  ")",
  "@import ",
  "@font-face{",
  "font-family:Brand;",
  "src:",
  "}",
  ";",
  "\\",
  "text",
  "é😀",
];
const html = (more: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 40 }).map((list) => list.join(""));

test("A source without the name of an asset comes back byte for byte", () => {
  fc.assert(
    fc.property(html([]), html([]), (one, other) => {
      const composed = compose({ html: one, css: other, header: other }, ["a.svg", font]);
      expect(composed).toMatchObject({ html: one, css: other, settings: { header: other }, mistakes: [] });
    }),
  );
});

test("Composing changes nothing but the names that are found, and leaves none of them", () => {
  fc.assert(
    fc.property(html(["asset:a.svg", "asset:b.svg#x", "asset:{{x}}"]), (given) => {
      const { html: composed, pins } = compose({ html: given }, ["a.svg"]);
      expect(findAssetNames({ html: composed })).toEqual([]);
      // A rule or an element as a whole gives way to a style sheet or a font.
      fc.pre(!/@import|@font-face|<link/.test(given));
      const named = composed
        .replaceAll(`${assetOrigin}${digestOf("a.svg")}`, "asset:a.svg")
        .replaceAll(/https:\/\/assets\.invalid\/(?:missing|[0-9a-f]{64})\//g, "asset:");
      expect(named).toBe(given);
      const leads = findAssetNames({ html: given }).some(({ name, isDynamic }) =>
        isDynamic ? "a.svg".startsWith(name) : name === "a.svg",
      );
      expect(pins.length > 0).toBe(leads);
    }),
    { numRuns: 500 },
  );
});
