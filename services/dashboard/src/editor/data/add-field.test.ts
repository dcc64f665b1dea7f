import { expect, test } from "@jest/globals";
import { addFieldAt } from "./add-field.ts";

const json = '{\r\n\t"total": 1.50,\r\n\t"to": { "name" : "Ada" },\r\n\t"lines": [{"item": "a"}, {"item": "b"}]\r\n}\n';

test.each([
  [[], "paid", true, json.replace('"b"}]', '"b"}],\r\n\t"paid": true')],
  [["to"], "city", "Kyiv", json.replace('"Ada"', '"Ada", "city": "Kyiv"')],
  [["lines", "*"], "price", 2, json.replace('"a"', '"a", "price": 2').replace('"b"', '"b", "price": 2')],
] as const)("a field at %j is added, and the rest of the text stays as it is", (path, name, value, expected) => {
  expect(addFieldAt(json, path, [name], value)).toBe(expected);
});

test("a field is added to empty data, and not where it is already or where no object is", () => {
  expect(addFieldAt("{\n  \n}\n", [], ["a b"], "x")).toBe('{\n  "a b": "x"\n}\n');
  expect(addFieldAt(json, [], ["total"], 1)).toBeUndefined();
  expect(addFieldAt(json, ["total"], ["a"], 1)).toBeUndefined();
  expect(addFieldAt("{", [], ["a"], 1)).toBeUndefined();
});

test("a field is added with the groups around it, into one that the data has already, and not into a plain value", () => {
  expect(addFieldAt(json, [], ["to", "address", "city"], "Kyiv")).toBe(
    json.replace('"Ada"', '"Ada", "address": {"city":"Kyiv"}'),
  );
  expect(addFieldAt(json, ["lines", "*"], ["tax", "rate"], 21)).toBe(
    json.replace('"a"', '"a", "tax": {"rate":21}').replace('"b"', '"b", "tax": {"rate":21}'),
  );
  expect(addFieldAt(json, [], ["to", "name"], 1)).toBeUndefined();
  expect(addFieldAt(json, [], ["total", "net"], 1)).toBeUndefined();
});
