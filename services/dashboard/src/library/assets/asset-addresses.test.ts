import { expect, test } from "@jest/globals";
import { assetNamesIn, linkedSheets, placeAddresses, placeImports } from "./asset-addresses.ts";

test("each asset that HTML and CSS name is found once", () => {
  const text = `<img src="asset:logo.svg"><img srcset="asset:a.png 1x, asset:b/c.png 2x" style="background: url(asset:logo.svg)">`;
  expect(assetNamesIn(text)).toEqual(["logo.svg", "a.png", "b/c.png"]);
});

test("known addresses are replaced, and unknown ones become an address at which there is nothing", () => {
  const urls = new Map([["logo.svg", "blob:1"]]);
  expect(placeAddresses(`url("asset:logo.svg") url(asset:other.png)`, urls)).toBe(`url("blob:1") url(data:,)`);
});

test("imported style sheets take the place of their rules, also within each other, and a circle ends", () => {
  const sheets = new Map([
    ["brand.css", `@import url("asset:base.css"); p { color: red }`],
    ["base.css", `@import "asset:brand.css"; b { top: 0 }`],
  ]);
  const css = placeImports(`@import "asset:brand.css";\n@import 'asset:none.css';`, sheets);
  expect(css).toContain("p { color: red }");
  expect(css).toContain("b { top: 0 }");
  expect(css).not.toContain("@import");
});

test("style sheets of link elements are found in order", () => {
  expect(linkedSheets(`<link rel="stylesheet" href="asset:b.css"><LINK href=asset:a.css rel=stylesheet>`)).toEqual([
    "b.css",
    "a.css",
  ]);
});
