import { describe, expect, test } from "@jest/globals";
import { findDataUse } from "./data-use.ts";

function use(html: string, data: Record<string, unknown>, header?: string) {
  const settings = header === undefined ? {} : { header };
  const { missing, unused, found } = findDataUse({ html, css: "", settings, dataSets: [] }, data);
  return { missing: missing.map(({ name }) => name), unused, found: found.map(({ name }) => name), all: missing };
}

describe("comparing a data set with a template", () => {
  test("finds the names that the data lacks, with the position of their first use and their number", () => {
    const { all } = use("{{a}} {{b.c}} {{b.d}} {{b.d}}", { a: 1, b: { c: 2 } });
    expect(all).toEqual([{ name: "b.d", kind: "value", within: [], position: { part: "html", offset: 14 }, count: 2 }]);
  });

  test("counts what formulas read as used, and calculated fields as names that the data have", () => {
    const calculated = [{ name: "total", formula: "sum(lines, price × quantity) + fee" }];
    const data = { lines: [{ price: 1, quantity: 2, note: "x" }], fee: 1, spare: 1, total: 3 };
    const source = { html: "{{total}}", css: "", settings: { calculated }, dataSets: [] };
    expect(findDataUse(source, data)).toMatchObject({ missing: [], unused: ["lines[].note", "spare"] });
  });

  test("looks names up in a section's items first, then around the section", () => {
    const data = { items: [{ name: "x" }, { name: "y", note: "z" }], currency: "EUR" };
    expect(use("{{#items}}{{name}} {{note}} {{currency}} {{price}}{{/items}}", data)).toMatchObject({
      missing: ["price"],
      unused: [],
    });
  });

  test("reads the subject of a tag with formats, its arguments that are names, and the items of its section", () => {
    const html = "{{# items | or others }}{{ price | money currency }} {{@last}}{{/items}}{{ 'x' | upper }}";
    expect(use(html, { items: [{ price: 1 }], others: [], spare: 1 })).toMatchObject({
      found: ["items", "others", "price"],
      missing: ["currency"],
      unused: ["spare"],
    });
  });

  test("reports a section that the data leaves out, but none of the names inside it", () => {
    expect(use("{{#list}}{{a}}{{/list}}{{#gone}}{{b}}{{/gone}}", { list: [] }).missing).toEqual(["gone"]);
    expect(use("{{^list}}{{a}}{{/list}}", { list: [] }).missing).toEqual(["a"]);
  });

  test("a name that the template does without is not missing: in a section with an else, or before a format that takes it", () => {
    const html = "{{#note}}{{note}}{{/note}}{{^note}}none{{/note}}{{ name | or '-' }}{{# paid | is true }}x{{/paid}}";
    expect(use(html, {}).missing).toEqual([]);
    expect(use("{{#note}}x{{/note}}{{ name | or '-' }}{{name}}", {}).missing).toEqual(["note", "name"]);
  });

  test("tells the value that has the missing name elsewhere", () => {
    const data = { customer: { vatNumber: "1", address: { city: "K" } } };
    const { all } = use("{{vat_number}}{{customer.city}}{{other}}", data);
    expect(all.map(({ meant }) => meant)).toEqual(["customer.vatNumber", "customer.address.city", undefined]);
  });

  test("knows the dot for the item and the length of lists", () => {
    expect(use("{{#lines}}{{.}}{{/lines}}{{lines.length}}", { lines: ["a", "b"] })).toMatchObject({
      missing: [],
      unused: [],
    });
  });

  test("finds unused values, and reports an unused object as one path", () => {
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

  test("knows the fields that formats of lists name, and those of the items of groups", () => {
    const html =
      "{{# lines | groups vat }}{{key}}{{#items}}{{sku}}{{/items}}{{/lines}}{{# lines | sum price }}x{{/lines}}";
    const data = { lines: [{ vat: 19, sku: "a", price: 1, note: "b" }] };
    expect(use(html, data)).toMatchObject({ missing: [], unused: ["lines[].note"] });
  });

  test("knows the placeholders of the texts of translations that the template prints, where it prints them", () => {
    const html = "{{#lines}}{{@t.line}}{{/lines}}{{ status | t 'status' }}";
    const data = { lines: [{ name: "a" }], status: "paid", day: "1", spare: 1 };
    const texts = { line: "{name} {gone}", "status.paid": "Paid on {day}", other: "{spare}" };
    const source = { html, css: "", settings: {}, dataSets: [] };
    const { missing, unused } = findDataUse(source, data, { defaultLocale: "en", languages: { en: texts } });
    expect(missing.map(({ name, within }) => [name, within])).toEqual([["gone", ["lines"]]]);
    expect(unused).toEqual(["spare"]);
  });

  test("reads header and footer too", () => {
    expect(use("", { title: "T" }, "<b>{{title}}</b>").unused).toEqual([]);
    expect(use("", {}, "<b>{{title}}</b>").all[0]?.position).toEqual({ part: "header", offset: 3 });
  });
});
