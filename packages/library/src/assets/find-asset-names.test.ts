import { expect, test } from "@jest/globals";
import { findAssetNames } from "./test-asset-names.ts";

test("The names of assets are found in all parts, with line and column", () => {
  const source = {
    html: '<p>asset:x</p>\n<img src="asset:a.svg">\n<style>\n@import "asset:a.css";</style>',
    css: "@font-face { font-family: A; src: url(asset:a.woff2) }\n p { background: url( 'asset:b.png' ) }",
    settings: { header: '<img src="asset:flags/{{ x }}.svg">', footer: "" },
  };
  const found = findAssetNames(source);
  expect(found.map(({ path, line, column, name, isDynamic }) => [path, line, column, name, isDynamic])).toEqual([
    ["html", 2, 11, "a.svg", false],
    ["html", 4, 10, "a.css", false],
    ["css", 1, 39, "a.woff2", false],
    ["css", 2, 24, "b.png", false],
    ["settings.header", 1, 11, "flags/", true],
  ]);
  expect(found.map(({ path, start, end }) => (path === "html" ? source.html.slice(start, end) : ""))).toEqual([
    "asset:a.svg",
    "asset:a.css",
    "",
    "",
    "",
  ]);
});
