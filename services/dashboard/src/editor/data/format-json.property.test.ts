import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { formatJson } from "./format-json.ts";

test("formatting changes no value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, space) => {
      const json = JSON.stringify(value, null, space);
      expect(JSON.parse(formatJson(json))).toEqual(JSON.parse(json));
    }),
  );
});

test("formatted JSON is indented by two spaces, and formatting it again changes nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const usual = JSON.stringify(value, null, 2);
      expect(formatJson(JSON.stringify(value))).toBe(usual);
      expect(formatJson(usual)).toBe(usual);
    }),
  );
});

test("numbers and texts keep their spelling", () => {
  expect(formatJson('{"a":1.50,"b":12345678901234567890,"c":"\\u00e9"}\n')).toBe(
    '{\n  "a": 1.50,\n  "b": 12345678901234567890,\n  "c": "\\u00e9"\n}\n',
  );
});
