import { expect, test } from "@jest/globals";
import { removeFromJson, renameInJson, setInJson } from "./change-field.ts";

const json =
  '{\n\t"a b": 1.50,\n\t"to": { "name" : "Ada" },\n\t"lines": [{"n": null, "m": 1}, {"n": "x"}, {"m": 2}]\n}\n';

test("a field is renamed in each object that has it, and the rest of the text stays as it is", () => {
  expect(renameInJson(json, ["a b"], "c")).toBe(json.replace('"a b"', '"c"'));
  expect(renameInJson(json, ["to", "name"], "full")).toBe(json.replace('"name" :', '"full" :'));
  expect(renameInJson(json, ["lines", "*", "n"], "k")).toBe(json.replaceAll('"n"', '"k"'));
  expect(renameInJson(json, ["none"], "k")).toBe(json);
  expect(renameInJson("{", ["a"], "k")).toBeUndefined();
});

test("a field is removed with its comma, wherever it stands", () => {
  expect(removeFromJson(json, ["a b"])).toBe(json.replace('"a b": 1.50,\n\t', ""));
  expect(removeFromJson(json, ["lines"])).toBe(json.replace(/,\n\t"lines".*\]/, ""));
  expect(removeFromJson(json, ["lines", "*", "m"])).toBe(json.replace(', "m": 1', "").replace('{"m": 2}', "{}"));
  expect(removeFromJson(json, ["to", "name"])).toBe(json.replace('{ "name" : "Ada" }', "{  }"));
  expect(removeFromJson("{", ["a"])).toBeUndefined();
});

test("a value is changed where the example comes from: of the items of a list, the first that has one", () => {
  expect(setInJson(json, ["a b"], 2)).toBe(json.replace("1.50", "2"));
  expect(setInJson(json, ["lines", "*", "n"], "y")).toBe(json.replace('"x"', '"y"'));
  expect(setInJson('{"tags": ["", "a"]}', ["tags", "*"], "b")).toBe('{"tags": ["", "b"]}');
  expect(setInJson(json, ["none"], 1)).toBeUndefined();
});
