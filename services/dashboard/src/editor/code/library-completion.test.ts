import { expect, test } from "@jest/globals";
import { completeLibrary, type LibraryNames } from "./library-completion.ts";

// The completion reads only names and kinds.
const names = {
  assets: [{ name: "logo.svg", kind: "picture", width: 40, height: 20 }],
  snippets: [{ name: "letterhead" }],
} as unknown as LibraryNames;

test.each([
  [`<img src="asset:`, 16, "asset", "logo.svg"],
  [`<img src="asset:lo`, 16, "asset", "logo.svg"],
  [`a { background: url(asset:flags/`, 26, "asset", "logo.svg"],
  [`{{>`, 3, "snippet", "letterhead"],
  [`{{> let`, 4, "snippet", "letterhead"],
  [`{{< let`, 4, "snippet", "letterhead"],
])("after %s, names from offset %i of each %s are offered", (text, from, kind, label) => {
  const completion = completeLibrary(text, text.length, names);
  expect(completion).toMatchObject({ from, kind, options: [{ label }] });
});

test("an asset is offered with what it is", () => {
  expect(completeLibrary("asset:", 6, names)?.options[0]?.detail).toBe("Picture, 40 × 20");
});

test.each(["{{ name", "asset", "{{# list", "asset:logo.svg x"])("after %s, none is offered", (text) => {
  expect(completeLibrary(text, text.length, names)).toBeUndefined();
});
