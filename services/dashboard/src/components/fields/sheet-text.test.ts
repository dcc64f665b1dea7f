import { expect, test } from "@jest/globals";
import { readSheetText } from "./sheet-text.ts";

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
