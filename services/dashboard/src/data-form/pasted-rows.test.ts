import { expect, test } from "@jest/globals";
import { pastedCells, pasteInto } from "./pasted-rows.ts";
import type { SheetColumn } from "./form-fields.ts";

test.each([
  [
    "cells and rows",
    "Oak\t2\r\nElm\t3\r\n",
    [
      ["Oak", "2"],
      ["Elm", "3"],
    ],
  ],
  ["one cell", "Oak", [["Oak"]]],
  [
    "empty cells, also at the end",
    "\t2\t\n\t\t",
    [
      ["", "2", ""],
      ["", "", ""],
    ],
  ],
  ["quoted cells with tabs, lines and quotation marks", '"a\tb"\t"c\n""d"""\n', [["a\tb", 'c\n"d"']]],
  [
    "a quotation mark that is part of a text",
    '"Oak" door\t5"\n"open\t1',
    [
      ['"Oak" door', '5"'],
      ['"open', "1"],
    ],
  ],
])("what a spreadsheet copies is read: %s", (_what, text, cells) => {
  expect(pastedCells(text)).toEqual(cells);
});

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
