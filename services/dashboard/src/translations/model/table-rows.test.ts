import { describe, expect, test } from "@jest/globals";
import { matchingKeys, nextUntranslated, rowsOf } from "./table-rows.ts";

const table = {
  defaultLocale: "en",
  languages: {
    de: { "invoice.title": "Rechnung", greeting: "Hallo" },
    en: { "invoice.title": "Invoice", "invoice.due": "Due", greeting: "Hello", "invoices.all": "All" },
    fr: { greeting: "" },
  },
};
const keys = ["greeting", "invoice.due", "invoice.title", "invoices.all"];

test("keys are grouped by their first step, behind those of one step", () => {
  expect(rowsOf(["constructor.a", ...keys, "invoice.z"])).toEqual([
    { kind: "key", key: "greeting" },
    { kind: "group", name: "constructor", count: 1 },
    { kind: "key", key: "constructor.a" },
    { kind: "group", name: "invoice", count: 3 },
    { kind: "key", key: "invoice.due" },
    { kind: "key", key: "invoice.title" },
    { kind: "key", key: "invoice.z" },
    { kind: "group", name: "invoices", count: 1 },
    { kind: "key", key: "invoices.all" },
  ]);
});

describe("a filter finds", () => {
  test("keys and texts of the shown languages", () => {
    const search = (words: string, locales: string[]) =>
      matchingKeys(table, locales, { search: words, isUntranslatedOnly: false });
    expect([search("DUE", ["en"]), search("rechnung", ["en", "de"])]).toEqual([["invoice.due"], ["invoice.title"]]);
    expect(search("rechnung", ["en", "fr"])).toEqual([]);
  });

  test("keys without a text; an empty text is one", () => {
    const untranslated = (locale: string) =>
      matchingKeys(table, ["en", locale], { search: "", isUntranslatedOnly: true });
    expect(untranslated("de")).toEqual(["invoice.due", "invoices.all"]);
    expect(untranslated("fr")).toEqual(["invoice.due", "invoice.title", "invoices.all"]);
  });
});

test("the next text to translate follows in the order of rows, and after the last comes the first", () => {
  const next = (key: string, locale: string, locales = ["de", "fr"]) =>
    nextUntranslated(table, { keys, locales }, { key, locale });
  expect(next("greeting", "de")).toEqual({ key: "invoice.due", locale: "de" });
  expect(next("invoice.due", "de")).toEqual({ key: "invoice.due", locale: "fr" });
  expect(next("invoice.due", "fr")).toEqual({ key: "invoice.title", locale: "fr" });
  expect(next("invoices.all", "fr")).toEqual({ key: "invoice.due", locale: "de" });
  expect(next("greeting", "en", ["en"])).toBeUndefined();
  expect(nextUntranslated(table, { keys, locales: ["fr"] }, undefined)).toEqual({ key: "invoice.due", locale: "fr" });
});
