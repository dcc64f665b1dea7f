import { expect, test } from "@jest/globals";
import { ExactNumber, parseExactJson } from "@platen/contracts/exact-json";
import { fieldKinds, kindOf, valueOfTyped, type FieldKind } from "./field-kinds.ts";

test.each<[unknown, string, FieldKind]>([
  ["Ada", "name", "text"],
  ["2026-01-31", "due", "date"],
  ["2026-02-31", "due", "text"],
  ["2026-01-31T10:00:00Z", "createdAt", "text"],
  ["", "dueDate", "date"],
  ["", "note", "text"],
  ["asset:logo.svg", "a", "picture"],
  ["https://example.com/a/photo.jpg?v=2", "a", "picture"],
  ["https://example.com/", "photo", "text"],
  ["", "logo", "picture"],
  [12, "quantity", "number"],
  [12, "unitPrice", "money"],
  [12, "total_amount", "money"],
  [21, "vatRate", "number"],
  [12, "invoiceNumber", "number"],
  [parseExactJson("12345678901234567890.12"), "total", "money"],
  [false, "paid", "boolean"],
  [[], "anything", "list"],
  [{}, "anything", "group"],
  [null, "is_paid", "boolean"],
  [undefined, "lines", "list"],
  [undefined, "Due date", "date"],
  [undefined, "Due", "date"],
  [undefined, "amountDue", "money"],
  [undefined, "Total", "money"],
  [undefined, "Invoice number", "text"],
  [undefined, "Quantity", "number"],
  [undefined, "customer.logo", "picture"],
])("the value %j with the name “%s” is a %s", (value, name, kind) => {
  expect(kindOf(value, name)).toBe(kind);
});

test("a value of each kind that a field begins with has no words, and is made for each field", () => {
  for (const [kind, { empty }] of Object.entries(fieldKinds))
    expect(JSON.stringify(empty())).toMatch(kind === "boolean" ? /^false$/ : /^(?:0|""|\[\]|\{\})$/);
  expect(fieldKinds.list.empty()).not.toBe(fieldKinds.list.empty());
});

test.each([
  ["number", "12.50", 12.5],
  ["number", " -3 ", -3],
  ["number", "12 %", 12],
  ["money", "€1,234.50", 1234.5],
  ["money", "1.234,50 EUR", 1234.5],
  ["money", "1 234,5", 1234.5],
  ["money", "1,234", 1234],
  ["money", "1.234", 1.234],
  ["money", "1,234,567", 1234567],
  ["number", "0,125", 0.125],
  ["number", "007", 7],
  ["number", ".5", 0.5],
  ["number", "", undefined],
  ["number", "twelve", undefined],
  ["number", "1,2.3,4", undefined],
  ["number", "1-2", undefined],
  ["boolean", "Yes", true],
  ["boolean", "", false],
  ["boolean", "maybe", undefined],
  ["date", "2026-01-31", "2026-01-31"],
  ["date", "31.1.2026", "2026-01-31"],
  ["date", "31.02.2026", undefined],
  ["date", "1/31/2026", undefined],
  ["date", "", ""],
  ["picture", " asset:a.png ", "asset:a.png"],
  ["text", " a ", " a "],
] as const)("for a %s, a person who types “%s” means %j", (kind, text, value) => {
  expect(valueOfTyped(kind, text)).toBe(value);
});

test("a typed number keeps all its digits", () => {
  const typed = valueOfTyped("number", "12345678901234567890.12");
  expect(typed).toBeInstanceOf(ExactNumber);
  expect(String(typed)).toBe("12345678901234567890.12");
});
