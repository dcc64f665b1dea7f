import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expandedTooFar } from "./content-encoding.ts";
import { parseJson } from "./parse-json.ts";

/** A name for each number. `31 h + c`, a common hash, is the same for all of them. */
function collidingName(number: number): string {
  return number.toString(2).padStart(17, "0").replaceAll("0", "Aa").replaceAll("1", "BB");
}

test("different names count as different, also where a common hash takes them for one", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `"${collidingName(index)}":1`).join();
  expect(() => parseJson(Buffer.from(`{${names(121_000)}}`))).toThrow("120,000 different names");
  expect(Object.keys(parseJson(Buffer.from(`{${names(100_000)}}`)).value as object)).toHaveLength(100_000);
});

test.each([
  [(size: number) => "[".repeat(size) + "]".repeat(size), 100, "The body exceeds the limit of 100 levels of nesting."],
  [(size: number) => `[${"0,".repeat(size - 2)}0]`, 500_000, "The body exceeds the limit of 500,000 values."],
])("JSON of the limit is taken, and beyond it refused: %p of %i", (json, limit, message) => {
  expect(() => parseJson(Buffer.from(json(limit)))).not.toThrow();
  expect(() => parseJson(Buffer.from(json(limit + 1)))).toThrow(expect.objectContaining({ message }));
});

test("a body may expand to a hundred times its size, and a small one from any size", () => {
  const codeOf = (expanded: number, freeBytes: number) => expandedTooFar(1, expanded, freeBytes)?.code;
  expect([codeOf(100, 0), codeOf(500, 500)]).toEqual([undefined, undefined]);
  expect([codeOf(101, 0), codeOf(501, 500)]).toEqual(["request.too_large", "request.too_large"]);
});

const dataOf = (json: string) => {
  const { data } = parseJson(Buffer.from(json));
  return data && Buffer.from(data).toString();
};

test.each([
  ['{"data":{"n":12345678901234567890}}', '{"n":12345678901234567890}'],
  ['{"a":1,"data": { "n" : 1e400 } ,"b":{"data":{"c":2}}}', '{ "n" : 1e400 }'],
  ['{\n  "data": {\r\n\t"é": "}],\\"data\\":{"\n  }\n}\n', '{\r\n\t"é": "}],\\"data\\":{"\n  }'],
  ['{"data":{"n":1},"templateId":"x","data":{"n":2}}', '{"n":2}'],
  ['{"data":{"n":1},"d\\u0061t\\u0061":{"n":2}}', '{"n":2}'],
  ['{"data":null}', "null"],
  ['{"data":[1,{"data":2}],"x":[3]}', '[1,{"data":2}]'],
  ['{"other":{"data":{}},"dat":1,"datas":2,"d\\u0061td":3}', undefined],
  ['[{"data":{}}]', undefined],
  ['"data"', undefined],
])("the data of %s are its bytes", (json, data) => {
  expect(dataOf(json)).toBe(data);
});

test("the bytes of the data are always the value that the body has", () => {
  const name = fc.constantFrom("data", "d\u0061ta", "rows", "a", '"data":', "\\", "é");
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      fc.jsonValue({ stringUnit: "binary" }),
      fc.constantFrom('"}', "{[", ',"data":'),
      fc.array(tie("value")),
      fc.dictionary(name, tie("value")),
    ),
  })).value;
  const body = fc.tuple(fc.array(fc.tuple(name, value)), fc.constantFrom(undefined, 2, "\t", "\n"));
  fc.assert(
    fc.property(body, ([members, space]) => {
      // A name may occur twice.
      const json = `{${members.map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one, null, space)}`).join(" , ")}}`;
      const { value: parsed } = parseJson(Buffer.from(json));
      const data = dataOf(json);
      expect(data === undefined ? undefined : JSON.parse(data)).toEqual((parsed as { data?: unknown }).data);
    }),
  );
});
