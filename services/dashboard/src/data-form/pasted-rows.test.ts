import { expect, test } from "@jest/globals";
import { pasteInto } from "./pasted-rows.ts";
import type { SheetColumn } from "./form-fields.ts";

const columns: SheetColumn[] = [
  { path: ["name"], label: "Name", kind: "text" },
  { path: ["size", "height"], label: "Size: Height", kind: "number" },
  { path: ["price"], label: "Price", kind: "money" },
];

test("pasted cells fill the rows from a cell on, and further rows, with the values that the columns have", () => {
  const rows = [{ name: "Oak", size: { height: 1 }, price: 5, id: 7 }];
  const cells = [
    ["2.5", "€12.50", "beyond"],
    ["", "12345678901234567.89"],
  ];
  expect(JSON.stringify(pasteInto(rows, columns, cells, { row: 0, column: 1 }))).toBe(
    '[{"name":"Oak","size":{"height":2.5},"price":12.5,"id":7},' +
      '{"name":"","size":{"height":null},"price":12345678901234567.89}]',
  );
});

test("a first line that names the columns is no row", () => {
  const cells = [
    ["name", "size.height", "Price"],
    ["Oak", "tall", "5"],
  ];
  expect(pasteInto([], columns, cells, { row: 0, column: 0 })).toEqual([
    { name: "Oak", size: { height: "tall" }, price: 5 },
  ]);
});
