import { expect, test } from "@jest/globals";
import { failedRowsCsv } from "./failed-rows-csv.ts";

const row = { row: 1, reference: null, message: "It cannot be printed." };

test("failed rows have a column for each field, all digits of numbers, and the reason at the end", () => {
  const rows = [
    {
      ...row,
      data: '{"name":"Zoë, \\"Z\\"","place":{"city":"Bern"},"id":12345678901234567890,"tags":["a"],"paid":true}',
    },
    { ...row, reference: "e-2", data: '{"name":"Bo","note":null}', message: "No; file." },
  ];
  expect(failedRowsCsv(rows)).toBe(
    "\u{FEFF}name,place.city,id,tags,paid,reference,note,error\r\n" +
      '"Zoë, ""Z""",Bern,12345678901234567890,"[""a""]",true,,,It cannot be printed.\r\n' +
      'Bo,,,,,e-2,,"No; file."\r\n',
  );
});

test("columns have the heads of the sheet where they are known", () => {
  const heads = new Map([["lines[].name", "What, and how"]]);
  expect(failedRowsCsv([{ ...row, data: '{"id":7,"lines":[{"name":"Oak"}]}' }], [], heads)).toBe(
    '\u{FEFF}id,"What, and how",error\r\n7,Oak,It cannot be printed.\r\n',
  );
});

test("a document of several rows becomes several rows again", () => {
  const data = '{"number":"7","lines":[{"name":"Oak","size":{"cm":9}},{"name":"Elm","parts":[{"n":1}]}]}';
  expect(failedRowsCsv([{ ...row, data }])).toBe(
    "\u{FEFF}number,lines[].name,lines[].size.cm,lines[].parts,error\r\n" +
      "7,Oak,9,,It cannot be printed.\r\n" +
      '7,Elm,,"[{""n"":1}]",It cannot be printed.\r\n',
  );
});

test("a field that a reason names has a column to fill, though no row has its value", () => {
  const data = '{"number":"7","lines":[{"name":"Oak"}]}';
  const message = 'The data has no "lines[].price".';
  expect(failedRowsCsv([{ ...row, data, message }], ["number", "lines[].name", "lines[].price", "note"])).toBe(
    '\u{FEFF}number,lines[].name,lines[].price,error\r\n7,Oak,,"The data has no ""lines[].price""."\r\n',
  );
});
