import { expect, test } from "@jest/globals";
import { readCells, readSheetText } from "./sheet-text.ts";

test.each([
  [
    "a\tb, c\r\n1\t2\r\n",
    [
      ["a", "b, c"],
      ["1", "2"],
    ],
  ],
  ["Number\n Due \n\nPaid", [["Number"], ["Due"], ["Paid"]]],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a;b,c\n1;2,5",
    [
      ["a", "b,c"],
      ["1", "2,5"],
    ],
  ],
  [
    '"a; ""b""";c\n"two\nlines";',
    [
      ['a; "b"', "c"],
      ["two\nlines", ""],
    ],
  ],
  [
    '2" pipe\t3\n"open\t4',
    [
      ['2" pipe', "3"],
      ['"open', "4"],
    ],
  ],
  ["\t\n", []],
  ["", []],
])("the text %j of a sheet has the cells %j", (text, rows) => {
  expect(readSheetText(text)).toEqual(rows);
});

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
  expect(readCells(text, "\t")).toEqual(cells);
});

test("as many rows are read as a list takes", () => {
  expect(readCells("1\n2\n3", "\t", 2)).toEqual([["1"], ["2"]]);
});
