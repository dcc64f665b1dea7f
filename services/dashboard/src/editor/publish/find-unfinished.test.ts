import { expect, test } from "@jest/globals";
import { findUnfinished } from "./find-unfinished.ts";

const nothing = { own: {}, project: {}, defaultLocale: "en" };
const facts = { tags: [], texts: nothing, dataSet: "Sample", missing: [] };
const position = { part: "html" as const, offset: 3 };

test("a finished draft has nothing", () => expect(findUnfinished(facts)).toEqual([]));

test("tags that are left and missing data lead to the first of them", () => {
  const tag = { place: "HTML, line 1, column 4", message: "", position };
  const name = { name: "vat", kind: "value" as const, within: [], position, count: 1 };
  expect(findUnfinished({ ...facts, tags: [tag, tag], missing: [name] })).toEqual([
    { what: "2 tags of another template language are left to rewrite.", place: position },
    { what: "The data set “Sample” lacks 1 value that the template uses, such as vat.", place: position },
  ]);
});

test("texts without a translation are counted by language, and a regional language prints those of its language", () => {
  const texts = {
    defaultLocale: "en",
    own: { en: { a: "A", b: "B", c: "C" }, nl: { a: "A" }, de: { a: "A", b: "B" } },
    project: { de: { c: "C" }, "de-CH": {} },
  };
  expect(findUnfinished({ ...facts, texts })).toEqual([
    { what: "2 of 3 texts have no translation in Dutch.", place: "texts" },
  ]);
});
