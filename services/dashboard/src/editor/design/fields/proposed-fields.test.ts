import { expect, test } from "@jest/globals";
import { readPastedFields, sampleWithFields, stepsOfWords } from "./proposed-fields.ts";

const today = "2026-03-04";
const read = (text: string) => readPastedFields(text, today);
const shown = (text: string) => read(text).fields.map(({ steps, kind, value }) => [steps.join("."), kind, value]);

test.each([
  ["Invoice number", ["invoiceNumber"]],
  ["Customer: Name", ["customer", "name"]],
  ["customer.vatId", ["customer", "vatId"]],
  [" : ", []],
])("the words “%s” lead to %j", (words, steps) => {
  expect(stepsOfWords(words)).toEqual(steps);
});

test("a list of names gives fields of the kinds that the names tell, each once", () => {
  expect(shown("Invoice number\nDue date\nTotal\nPaid\nCustomer: Name\nitems\ndue date")).toEqual([
    ["invoiceNumber", "text", "Invoice number"],
    ["dueDate", "date", today],
    ["total", "money", 100],
    ["paid", "boolean", true],
    ["customer.name", "text", "Name"],
    ["items", "text", "Items"],
  ]);
  expect(shown("Number, Due date").map(([name]) => name)).toEqual(["number", "dueDate"]);
});

test("the head of a sheet names the fields, and its first row gives their kinds and samples", () => {
  const sheet =
    "Invoice number\tPostcode\tDue\tPaid\tTotal\tRate\tFee\tLogo\tNote\n02031\t1012 AB\t24.12.2026\tno\t€1,234.50\t21 %\t\tasset:a.png\t";
  expect(shown(sheet)).toEqual([
    ["invoiceNumber", "text", "02031"],
    ["postcode", "text", "1012 AB"],
    ["due", "date", "2026-12-24"],
    ["paid", "boolean", false],
    ["total", "money", 1234.5],
    ["rate", "number", 21],
    ["fee", "text", ""],
    ["logo", "picture", "asset:a.png"],
    ["note", "text", ""],
  ]);
});

test("rows of a sheet are items whose columns have one kind each", () => {
  const { items } = read("Item;Quantity;Unit price;Size: Width\nOak;2;1200,50;a\nAsh;;40;3");
  expect(items).toEqual([
    { item: "Oak", quantity: 2, unitPrice: 1200.5, size: { width: "a" } },
    { item: "Ash", unitPrice: 40, size: { width: "3" } },
  ]);
});

test("JSON gives its own names and values, with all digits", () => {
  expect(shown('{"a b": 1, "lines": [{"x": 1}], "to": {}}')).toEqual([
    ["a b", "number", 1],
    ["lines", "list", [{ x: 1 }]],
    ["to", "group", {}],
  ]);
  expect(JSON.stringify(read('{"id": 12345678901234567890}').fields[0]?.value)).toBe("12345678901234567890");
  expect(shown("[1]")).toEqual([["items", "list", [1]]]);
});

test("a list and a group have the columns and fields that are named for them", () => {
  expect(sampleWithFields("list", "Item, Quantity", today)).toEqual([{ item: "Item", quantity: 1 }]);
  expect(sampleWithFields("list", "Item\tPrice\nOak\t2", today)).toEqual([{ item: "Oak", price: 2 }]);
  expect(sampleWithFields("list", "", today)).toEqual([{ name: "First item" }]);
  expect(sampleWithFields("group", "Name, City", today)).toEqual({ name: "Name", city: "City" });
});

test("a large paste has at most 100 fields", () => {
  expect(read(Array.from({ length: 300 }, (_, index) => `Field ${index}`).join("\n")).fields).toHaveLength(100);
});
