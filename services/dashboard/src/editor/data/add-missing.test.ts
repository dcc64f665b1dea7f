import { expect, test } from "@jest/globals";
import { addMissing } from "./add-missing.ts";
import { findDataUse } from "./data-use.ts";

function add(html: string, data: unknown): unknown {
  const source = { html, css: "", settings: {}, dataSets: [] };
  const json = addMissing(JSON.stringify(data), (each) => findDataUse(source, each).missing);
  return JSON.parse(json);
}

test.each([
  [
    "{{vatNumber}}{{total | money EUR}}{{due | date long}}",
    {},
    { vatNumber: "Vat number", total: 1, due: "2026-01-31" },
  ],
  [
    "{{customer.vat_id}}{{seller.bank.iban}}",
    { customer: { name: "A" } },
    {
      customer: { name: "A", vat_id: "Vat id" },
      seller: { bank: { iban: "Iban" } },
    },
  ],
  [
    "{{#lines}}{{name}}{{price | number 2}}{{/lines}}",
    { lines: [{ name: "a" }, { name: "b" }] },
    {
      lines: [
        { name: "a", price: 1 },
        { name: "b", price: 1 },
      ],
    },
  ],
  [
    "{{#lines}}{{name}}{{#parts}}{{size}}{{/parts}}{{/lines}}",
    {},
    {
      lines: [{ name: "Name", parts: [{ size: "Size" }] }],
    },
  ],
  ["{{#paid}}Paid on {{day}}{{/paid}}", { paid: true }, { paid: true, day: "Day" }],
  ["{{#paid}}Paid{{/paid}}", {}, { paid: true }],
  ["{{tags | join ', '}}", {}, { tags: ["Tags"] }],
  ["{{#note}}{{note}}{{/note}}{{^note}}none{{/note}}{{ name | or '-' }}", {}, {}],
])("sample values are added where a template reads them: %s", (html, data, expected) => {
  expect(add(html, data)).toEqual(expected);
});

test("the rest of the text stays as it is, and text with a mistake stays whole", () => {
  const source = { html: "{{b}}", css: "", settings: {}, dataSets: [] };
  const find = (data: Record<string, unknown>) => findDataUse(source, data).missing;
  expect(addMissing('{\n  "a": 1.50\n}\n', find)).toBe('{\n  "a": 1.50,\n  "b": "B"\n}\n');
  expect(addMissing("{", find)).toBe("{");
});
