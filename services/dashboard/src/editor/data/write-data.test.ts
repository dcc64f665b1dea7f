import { expect, test } from "@jest/globals";
import { parseObject } from "@platen/template-source";
import { writeData } from "./write-data.ts";

const json = '{\n\t"id": 12345678901234567890,\n\t"to": { "name" : "Ada" },\n\t"lines": [{"n": 1.50}, {"n": 2}]\n}\n';
const before = parseObject(json) ?? {};
const [first, second] = Array.isArray(before["lines"]) ? (before["lines"] as unknown[]) : [];

test("only what has changed is written, and everything else stays as its author wrote it", () => {
  expect(writeData(json, before, before)).toBe(json);
  expect(writeData(json, before, { ...before, to: { name: "Bob" } })).toBe(json.replace('"Ada"', '"Bob"'));
  expect(writeData(json, before, { ...before, lines: [first, { n: null }] })).toBe(json.replace("2}", "null}"));
});

test("a list with other rows is written as the lines around it are", () => {
  expect(writeData(json, before, { ...before, lines: [second] })).toBe(
    json.replace('[{"n": 1.50}, {"n": 2}]', '[\n\t  {\n\t    "n": 2\n\t  }\n\t]'),
  );
  expect(writeData('{"a": []}', { a: [] }, { a: [{ b: 1 }] })).toBe('{"a": [{"b":1}]}');
  expect(writeData("{", {}, { a: 1 })).toBeUndefined();
});
