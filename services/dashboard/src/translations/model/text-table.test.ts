import { changeTable } from "@platen/contracts";
import { describe, expect, test } from "@jest/globals";
import { changesBetween, differenceOf, keyChanges, localesOf } from "./text-table.ts";

const languages = { de: { "a.b": "Eins", c: "Zwei" }, en: { "a.b": "One", c: "Two", d: "" }, fr: {} };

test("the default language comes first, also without texts", () => {
  expect(localesOf({ defaultLocale: "en", languages })).toEqual(["en", "de", "fr"]);
  expect(localesOf({ defaultLocale: "it", languages: { de: {} } })).toEqual(["it", "de"]);
});

test("changes set and remove texts and languages, and leave all others", () => {
  const changed = changeTable(languages, { de: { "a.b": null, b: "Neu" }, fr: null, it: {} });
  expect(changed).toEqual({ de: { b: "Neu", c: "Zwei" }, en: languages.en, it: {} });
  expect(Object.keys(changed["de"] ?? {})).toEqual(["b", "c"]);
});

describe("undo brings back the same table", () => {
  test.each([
    [{ de: { "a.b": "Anders" } }],
    [{ de: { "a.b": null, z: "Neu" }, en: { d: "x" } }],
    [{ fr: null, de: null }],
    [{ it: { c: "Due" }, pl: {} }],
    [keyChanges(languages, "a.b", "x.y")],
    [keyChanges(languages, "c", undefined)],
  ])("after %j", (changes) => {
    const after = changeTable(languages, changes);
    expect(after).not.toEqual(languages);
    expect(changeTable(after, changesBetween(after, languages))).toEqual(languages);
  });
});

test("a renamed key has its texts in every language that had one", () => {
  const renamed = changeTable(languages, keyChanges(languages, "d", "e"));
  expect(renamed).toEqual({ de: languages.de, en: { "a.b": "One", c: "Two", e: "" }, fr: {} });
});

test("the difference counts texts, and names new languages", () => {
  const after = { de: { "a.b": "Eins", c: "Drei" }, en: { c: "Two", d: "" }, fr: { d: "Trois" }, it: {} };
  expect(differenceOf(languages, after)).toEqual({ added: 1, changed: 1, removed: 1, newLocales: ["it"] });
});
