import { describe, expect, test } from "@jest/globals";
import { parseExactJson } from "@platen/contracts/exact-json";
import { calculateFields } from "./calculate-fields.ts";
import { readCalculatedFields } from "./calculated-fields.ts";

/** Calculates fields, written as `name = formula`, and shows each value and each issue as a text. */
function calculate(fields: readonly string[], json: string) {
  const given = fields.map((field) => {
    const [name = "", ...formula] = field.split(" = ");
    return { name, formula: formula.join(" = ") };
  });
  const read = readCalculatedFields(given);
  expect(read.mistakes).toEqual([]);
  const { values, issues, replaced } = calculateFields(read.fields, parseExactJson(json));
  return {
    values: JSON.stringify(values),
    issues: issues.map(({ name, kind, path, offset }) => `${name}: ${kind} ${path} at ${offset}`),
    replaced,
  };
}

const resultOf = (formula: string, json = "{}") => {
  const { values, issues } = calculate([`f = ${formula}`], json);
  return issues.length === 0 ? values.slice('{"f":'.length, -1) : issues.join(", ");
};

const lines = '{"lines":[{"price":"19.90","quantity":3},{"price":0.1,"quantity":2}],"vatRate":21,"quantity":1000}';

describe("a formula", () => {
  test.each([
    ["0.1 + 0.2", "0.3"],
    ["1 + 2 × 3 - 4 / 8", "6.5"],
    ["2 * 3 ÷ 4 − 1", "0.5"],
    ["(1 + 2) × 3", "9"],
    ["--5 - -(2)", "7"],
    ["+5", "5"],
    ["200 × 21 %", "42"],
    ["100 + 10%", "100.1"],
    ["50%%", "0.005"],
    ["-50 %", "-0.5"],
    ["1 / 3", "0.33333333333333333333"],
    ["2 / 3", "0.66666666666666666667"],
    ["12345678901234567890 + 0.01", "12345678901234567890.01"],
    ["0.0000001 × 1", "0.0000001"],
    ["10 - 10", "0"],
    ["round(2.345, 2)", "2.35"],
    ["round(-2.5)", "-3"],
    ["min(3, 1, 2) + max(3, 1, 2)", "4"],
    ["if(1 < 2, 10, 20)", "10"],
    ["if(2 ≤ 2, 1, 0) + if(3 >= 4, 10, 0) + if(5 > 4, 100, 0) + if('a' ≠ 'b', 1000, 0)", "1101"],
    ["1.10 = 1.1", "true"],
    ["true", "true"],
    ["if(0, 1, 2)", "2"],
  ])("%s is %s, exactly", (formula, result) => expect(resultOf(formula)).toBe(result));

  test.each([
    ["sum(lines, price × quantity)", "59.9"],
    ["sum(lines, price)", "20"],
    ["sum(lines, round(price × quantity × (1 + vatRate %), 2))", "72.48"],
    ["count(lines)", "2"],
    ["lines.1.price × [vatRate]", "2.1"],
    ["if(lines, 1, 0)", "1"],
    ["if(discount, 1, 0)", "0"],
    ["or(discount, 5)", "5"],
    ["or(discount, none, quantity)", "1000"],
  ])("%s reads the data: %s", (formula, result) => expect(resultOf(formula, lines)).toBe(result));

  test.each([
    ["sum(values)", '{"values":[1.5,"2.5",0.1]}', "4.1"],
    ["sum(values)", '{"values":[]}', "0"],
    ["sum(orders, sum(lines, price) - discount)", '{"orders":[{"lines":[{"price":5}],"discount":1}]}', "4"],
    ["[unit price] × [a.b]", '{"unit price":2,"a.b":3}', "6"],
    ["customer.[credit limit]", '{"customer":{"credit limit":7}}', "7"],
    ["größe × 2", '{"größe":4}', "8"],
    ["if(country = 'NL', 21, 0)", '{"country":"NL"}', "21"],
    ["if(isPaid, 0, total)", '{"isPaid":false,"total":"9.50"}', "9.5"],
    ["or(discount, 0)", '{"discount":null}', "0"],
    ["id", '{"id":12345678901234567890}', "12345678901234567890"],
  ])("%s with %s is %s", (formula, json, result) => expect(resultOf(formula, json)).toBe(result));
});

describe("a field has no value, and its issue says why, for", () => {
  test.each([
    ["a name that the data lack", "1 + vat.rate", lines, "f: missing vat.rate at 4"],
    ["null", "n × 2", '{"n":null}', "f: missing n at 0"],
    ["a text in the place of a number", "n × 2", '{"n":"n/a"}', "f: unformattable n at 0"],
    ["an object", "customer", '{"customer":{"a":1}}', "f: unformattable customer at 0"],
    ["true in the place of a number", "n + 1", '{"n":true}', "f: unformattable n at 0"],
    ["a field that one item lacks", "sum(l, p)", '{"l":[{"p":1},{}],"p":5}', "f: missing l[].p at 7"],
    ["a field that no item has", "sum(l, p)", '{"l":[{}]}', "f: missing p at 7"],
    ["a text in an item", "sum(l, p)", '{"l":[{"p":"x"}]}', "f: unformattable l[].p at 7"],
    ["an item without a number", "sum(l)", '{"l":[1,"x"]}', "f: unformattable l[] at 4"],
    ["an item that is null", "sum(l)", '{"l":[null]}', "f: missing l[] at 4"],
    ["a number in the place of a list", "sum(l, p)", '{"l":5}', "f: unformattable l at 4"],
    ["a list that the data lack", "count(l)", "{}", "f: missing l at 6"],
    ["a division by zero", "1 / n", '{"n":0}', "f: unformattable f at 2"],
    ["a result with too many places", "n × n × n", '{"n":"1e20"}', "f: unformattable f at 6"],
    ["decimal places that are a fraction", "round(n, n)", '{"n":0.5}', "f: unformattable f at 0"],
    ["names that are all missing", "or(a, b)", "{}", "f: missing f at 0"],
    ["a comparison with nothing", "if(a = 1, 1, 0)", "{}", "f: missing a at 3"],
    ["a property of every object", "constructor", "{}", "f: missing constructor at 0"],
    ["the prototype of an object", "a.__proto__", '{"a":{}}', "f: missing a.__proto__ at 0"],
  ])("%s", (_what, formula, json, issue) => expect(resultOf(formula, json)).toBe(issue));
});

test("fields read one another, in any order", () => {
  const { values, issues } = calculate(
    ["total = subtotal + vat", "vat = subtotal × vatRate %", "subtotal = sum(lines, price × quantity)"],
    lines,
  );
  expect(JSON.parse(values)).toEqual({ total: 72.479, vat: 12.579, subtotal: 59.9 });
  expect(issues).toEqual([]);
});

test("a field that reads one without a value has none either, and only the first is reported", () => {
  const { values, issues } = calculate(
    ["total = subtotal + or(vat, 0)", "vat = subtotal × vatRate %", "subtotal = 2"],
    "{}",
  );
  expect(JSON.parse(values)).toEqual({ total: null, vat: null, subtotal: 2 });
  expect(issues).toEqual(["vat: missing vatRate at 11"]);
});

test("items that have the name of a field are read in their sum, and fields that need it come later", () => {
  const json = '{"lines":[{"total":1,"vat":5},{"total":2,"vat":6}]}';
  const { values, issues } = calculate(["total = sum(lines, total + vat)", "vat = total × 50 %"], json);
  expect(JSON.parse(values)).toEqual({ total: 14, vat: 7 });
  expect(issues).toEqual([]);
  expect(calculate(["total = sum(lines, vat)", "vat = total × 2"], '{"lines":[{}]}').issues).toEqual([
    "total: missing lines[].vat at 11",
  ]);
});

test("a field replaces a value of the data, which is named if it is another one", () => {
  const { values, replaced } = calculate(["a = 1", "b = 2", "c = a + b"], '{"a":1.00,"b":"1","c":"3"}');
  expect(JSON.parse(values)).toEqual({ a: 1, b: 2, c: 3 });
  expect(replaced).toEqual(["b"]);
});

test("a field may have the name of a property of every object", () => {
  expect(calculate(["__proto__ = 1", "toString = __proto__ + 1"], "{}").values).toBe('{"__proto__":1,"toString":2}');
});

test("sums that read too many items end", () => {
  const calculated = (more: number) =>
    calculate(["f = sum(l, sum(l, 1)) + sum(m)"], JSON.stringify({ l: Array(999).fill(1), m: Array(more).fill(1) }));
  expect(calculated(1_000).values).toBe('{"f":999001}');
  expect(() => calculated(1_001)).toThrow("more than 1000000 items");
});
