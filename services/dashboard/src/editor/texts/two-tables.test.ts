import { changeTable } from "@platen/contracts";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { mergeTables, shownText } from "./two-tables.ts";

const tables = {
  defaultLocale: "en",
  own: { en: { a: "own en" }, de: { b: "own de" } },
  project: { en: { a: "project en", b: "project en", c: "project en" }, de: { a: "project de" } },
};

test("the template's own texts come before those of the project with the same key and language", () => {
  expect(mergeTables(tables).languages).toEqual({
    en: { a: "own en", b: "project en", c: "project en" },
    de: { a: "project de", b: "own de" },
  });
});

test.each([
  ["en", "a", { text: "own en", table: "template", locale: "en", target: "en" }],
  ["de", "a", { text: "project de", table: "project", locale: "de", target: "de" }],
  // Swiss German prints the German text, so that a change belongs there.
  ["de-CH", "b", { text: "own de", table: "template", locale: "de", target: "de" }],
  // German has no text yet, and gets one.
  ["de", "c", { text: "project en", table: "project", locale: "en", target: "de" }],
  // A language of no table, and the pseudo language, show the default one.
  ["fr", "a", { text: "own en", table: "template", locale: "en", target: "en" }],
  ["en-XA", "a", { text: "own en", table: "template", locale: "en", target: "en" }],
  ["en", "none", undefined],
])("a document in %s prints the text %s, and a change has its language", (locale, key, expected) => {
  expect(shownText(tables, locale, key)).toEqual(expected);
});

test("a change of a text changes the table only at its key and language", () => {
  const name = fc.constantFrom("a", "b.c", "b.d", "constructor", "toString");
  const languages = fc.dictionary(fc.constantFrom("en", "de", "de-CH"), fc.dictionary(name, fc.string()));
  fc.assert(
    fc.property(languages, fc.constantFrom("en", "de", "fr"), name, fc.string(), (before, locale, key, text) => {
      const after = changeTable(before, { [locale]: { [key]: text } });
      const cells = (table: typeof before) =>
        new Map(
          Object.entries(table).flatMap(([language, texts]) =>
            Object.entries(texts).map(([one, value]): [string, string] => [`${language} ${one}`, value]),
          ),
        );
      expect(cells(after)).toEqual(cells(before).set(`${locale} ${key}`, text));
    }),
  );
});
