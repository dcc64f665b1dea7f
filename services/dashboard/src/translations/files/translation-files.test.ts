import { describe, expect, test } from "@jest/globals";
import { keyMistake } from "../keys/key-mistake.ts";
import { describeDifference, formatOfFile, localeOfFile, namesLanguages } from "./translation-files.ts";

test.each([
  ["texts.JSON", "json"],
  ["a.b.csv", "csv"],
  ["de.xlf", "xliff"],
  ["de.xliff", "xliff"],
  ["json", undefined],
  ["texts.xlsx", undefined],
])("the name of the file %s says its format: %s", (name, format) => {
  expect(formatOfFile(name)).toBe(format);
});

test.each([
  ["de.json", "de"],
  ["texts.de-ch.json", "de-CH"],
  ["messages_pt-BR.json", "pt-BR"],
  ["translations.json", undefined],
  ["de.csv", undefined],
])("the name of the file %s says its language: %s", (name, locale) => {
  expect(localeOfFile(name)).toBe(locale);
});

test.each([
  ['{"de": {"a": "x"}, "pt-BR": {}}', true],
  ['{"invoice": {"title": "x"}}', false],
  ['{"de": "x"}', false],
  ['{"de": null}', false],
  ["{", true],
])("the JSON %s has an object for each language: %s", (content, expected) => {
  expect(namesLanguages(content)).toBe(expected);
});

describe("an import says what changed", () => {
  test.each([
    [{ added: 12, changed: 3, removed: 0, newLocales: ["fr"] }, "12 texts added, 3 changed. French is new."],
    [{ added: 0, changed: 0, removed: 1, newLocales: [] }, "1 text removed."],
    [
      { added: 0, changed: 0, removed: 0, newLocales: ["fr", "it"] },
      "The file changed no text. French and Italian are new.",
    ],
  ])("%j", (difference, text) => {
    expect(describeDifference(difference)).toBe(text);
  });
});

test("a key is refused that is taken, is a group, or lies inside a text", () => {
  const keys = ["greeting", "invoice.due"];
  expect(["greeting", "invoice", "greeting.formal", "", "a b"].map((key) => keyMistake(key, keys))).toEqual([
    "The table has this key already.",
    "“invoice” is a group already: it has the key “invoice.due”.",
    "“greeting” is a text, so that it cannot be a group as well.",
    "Must not be empty.",
    expect.stringContaining("The key must consist of"),
  ]);
  expect(keyMistake("invoice.title", keys)).toBeUndefined();
});
