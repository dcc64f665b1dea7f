import { expect, test } from "@jest/globals";
import { addField } from "./add-field.ts";

const json = '{\r\n\t"total": 1.50,\r\n\t"to": { "name" : "Ada" },\r\n\t"lines": [{"item": "a"}, {"item": "b"}]\r\n}\n';

test.each([
  [[], "paid", true, json.replace('"b"}]', '"b"}],\r\n\t"paid": true')],
  [["to"], "city", "Kyiv", json.replace('"Ada"', '"Ada", "city": "Kyiv"')],
  [["lines", "*"], "price", 2, json.replace('"a"', '"a", "price": 2').replace('"b"', '"b", "price": 2')],
] as const)("a field at %j is added, and the rest of the text stays as it is", (path, name, value, expected) => {
  expect(addField(json, path, name, value)).toBe(expected);
});

test("a field is added to empty data, and not where it is already or where no object is", () => {
  expect(addField("{\n  \n}\n", [], "a b", "x")).toBe('{\n  "a b": "x"\n}\n');
  expect(addField(json, [], "total", 1)).toBeUndefined();
  expect(addField(json, ["total"], "a", 1)).toBeUndefined();
  expect(addField("{", [], "a", 1)).toBeUndefined();
});
