import { describe, expect, test } from "@jest/globals";
import { findDataUse } from "./data-use.ts";

function use(html: string, data: Record<string, unknown>, header?: string) {
  const settings = header === undefined ? {} : { header };
  const { missing, unused, found } = findDataUse({ html, css: "", settings, dataSets: [] }, data);
  return { missing: missing.map(({ name }) => name), unused, found: found.map(({ name }) => name), all: missing };
}

describe("of a data set and a template it is known", () => {
  test("which names the data lacks, where they are asked for first and how often", () => {
    const { all } = use("{{a}} {{b.c}} {{b.d}} {{b.d}}", { a: 1, b: { c: 2 } });
    expect(all).toEqual([{ name: "b.d", kind: "value", within: [], place: { part: "html", offset: 14 }, count: 2 }]);
  });

  test("that in a section its items are asked first, then what is around", () => {
    const data = { items: [{ name: "x" }, { name: "y", note: "z" }], currency: "EUR" };
    expect(use("{{#items}}{{name}} {{note}} {{currency}} {{price}}{{/items}}", data)).toMatchObject({
      missing: ["price"],
      unused: [],
    });
  });

  test("nothing of what stands in a section that the data leaves out, but of the section itself", () => {
    expect(use("{{#list}}{{a}}{{/list}}{{#gone}}{{b}}{{/gone}}", { list: [] }).missing).toEqual(["gone"]);
    expect(use("{{^list}}{{a}}{{/list}}", { list: [] }).missing).toEqual(["a"]);
  });

  test("that a dot is the item, and that lists have a length", () => {
    expect(use("{{#lines}}{{.}}{{/lines}}{{lines.length}}", { lines: ["a", "b"] })).toMatchObject({
      missing: [],
      unused: [],
    });
  });

  test("which values are never used, an object without any use as a whole", () => {
    const data = {
      number: "1",
      issued: "today",
      seller: { name: "N", bank: { iban: "I", bic: "B" } },
      items: [{ sku: "1", text: "a" }],
      rates: [1, 2],
    };
    expect(use("{{number}}{{seller.name}}{{#items}}{{text}}{{/items}}", data).unused).toEqual([
      "issued",
      "seller.bank",
      "items[].sku",
      "rates",
    ]);
  });

  test("that header and footer ask too", () => {
    expect(use("", { title: "T" }, "<b>{{title}}</b>").unused).toEqual([]);
    expect(use("", {}, "<b>{{title}}</b>").all[0]?.place).toEqual({ part: "header", offset: 3 });
  });
});
