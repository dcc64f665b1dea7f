import { expect, test } from "@jest/globals";
import { nameOfWords, wordsOf } from "./field-name.ts";

test.each([
  ["Invoice number", "invoiceNumber"],
  ["invoiceNumber", "invoiceNumber"],
  ["due_date", "due_date"],
  ["due-date", "dueDate"],
  ["VAT ID (EU)", "vatIdEu"],
  ["VAT", "vat"],
  ["Größe", "größe"],
  ["2nd line", "_2ndLine"],
  ["Customer's name", "customersName"],
  ["{{=|}}", ""],
])("the words “%s” name the field %j", (words, name) => {
  expect(nameOfWords(words)).toBe(name);
});

test.each([
  ["invoiceNumber", "Invoice number"],
  ["customer.vat_id", "Vat id"],
  ["due-date", "Due date"],
  ["total", "Total"],
])("the name %s is read as “%s”", (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
