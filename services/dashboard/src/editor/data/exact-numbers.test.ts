import { expect, test } from "@jest/globals";
import { numbersFirst, parseObject, pathsOf, typesOf, wordsOf } from "@platen/template-source";

const json = '{"id":12345678901234567890,"lines":[{"name":"Oak","amount":0.1234567890123456789}]}';
const data = parseObject(json) ?? {};

test("what the preview of the editor sends has the digits of the data set's text", () => {
  expect(JSON.stringify({ data })).toBe(`{"data":${json}}`);
  expect(parseObject("12345678901234567890")).toBeUndefined();
});

test("the editor shows a number with all its digits, as a number and not as an object", () => {
  const [id, lines] = pathsOf(data);
  expect(id).toMatchObject({ kind: "number", example: "12345678901234567890", children: [] });
  expect(lines?.children.map(({ kind, example }) => [kind, example])).toEqual([
    ["text", "Oak"],
    ["number", "0.1234567890123456789"],
  ]);
  expect(wordsOf(data["id"])).toBe("12345678901234567890");
  expect([...(typesOf(data["id"]) ?? [])]).toEqual(["text", "number"]);
  expect(numbersFirst(data["lines"])).toEqual(["amount", "name"]);
});
