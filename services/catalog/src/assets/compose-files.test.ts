import { expect, test } from "@jest/globals";
import { createPlaceReader, type LibraryAsset } from "@platen/library";
import { composeSource } from "../templates/compose-source.ts";
import { composeFiles, type SourceTexts } from "./compose-files.ts";

const sheet: LibraryAsset = { name: "a.css", kind: "stylesheet", sha256: "1", contentType: "text/css", sizeBytes: 10 };
const contents = new Map([["1", "a {}\nb {}\n"]]);

function placeOf(source: SourceTexts, text: string) {
  const places = source.places?.["html"];
  if (!places) throw new Error("the HTML has no places");
  return createPlaceReader({ text: source.html, places })(source.html.indexOf(text));
}

test("what follows a style sheet keeps the line and column at which its author wrote it", () => {
  const html = '<link rel=stylesheet href="asset:a.css"> <b>x</b>\n <i>y</i>';
  const { source } = composeFiles({ source: { html, css: "", settings: {} }, assets: [sheet], contents });
  expect(source.html).toBe("<style>a {}\nb {}\n</style> <b>x</b>\n <i>y</i>");
  expect(placeOf(source, "<b>")).toEqual({ path: "html", line: 1, column: 42 });
  expect(placeOf(source, "<i>")).toEqual({ path: "html", line: 2, column: 2 });
});

test("a snippet's unknown file is told in the snippet, and its texts keep their places there", () => {
  const snippet = { name: "head", html: '\n<link rel=stylesheet href="asset:a.css"><img src="asset:b.png">', css: "" };
  const { source: written } = composeSource({
    html: "<p>\n{{> head }}</p>",
    settings: {},
    library: { snippets: [snippet], snippetNames: ["head"] },
  });
  const { source, mistakes } = composeFiles({ source: written, assets: [sheet], contents });
  const place = { line: 2, column: 51 };
  expect(mistakes).toEqual([
    { ...place, path: expect.stringContaining("head"), message: expect.stringContaining("no asset `b.png`") },
  ]);
  expect(placeOf(source, "<img")).toEqual({ path: mistakes[0]?.path, line: 2, column: 41 });
});
