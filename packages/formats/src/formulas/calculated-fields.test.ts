import { describe, expect, test } from "@jest/globals";
import { pathsInFormula, readCalculatedFields } from "./calculated-fields.ts";

const mistakesOf = (fields: Readonly<Record<string, string>>) =>
  readCalculatedFields(Object.entries(fields).map(([name, formula]) => ({ name, formula }))).mistakes;

describe("a formula is refused at its place:", () => {
  test.each([
    ["", 0, "A number or a name must follow."],
    ["price ×", 7, "A number or a name must follow."],
    ["× price", 0, "A number or a name must stand here."],
    ["% 5", 0, "A number or a name must stand before %."],
    ["price quantity", 6, "An operator such as + or × must stand before this. % means percent."],
    ["10 % 3", 5, "An operator such as + or × must stand before this. % means percent."],
    ["0,21 × 5", 1, "A comma separates the arguments of a function. Write decimals with a point: 0.21."],
    ["(1 + 2", 0, "The parenthesis is never closed."],
    ["1 + 2)", 5, "The parenthesis is never opened."],
    ["min(1, 2", 3, "The parenthesis is never closed."],
    ["1 < 2 < 3", 6, "A formula compares only two values. Nest further conditions: if(a > b, if(b > c, 1, 0), 0)."],
    ["summ(items, price)", 0, "A formula has no function of this name. Did you mean sum?"],
    ["Sum(items)", 0, "A formula has no function of this name. Did you mean sum?"],
    [
      "transmogrify(1)",
      0,
      "A formula has no function of this name. Formulas know sum, count, round, min, max, if, or.",
    ],
    ["constructor(1)", 0, "A formula has no function of this name. Formulas know sum, count, round, min, max, if, or."],
    ["1 + round()", 4, "Write round as round(price, 2)."],
    ["count(a, b)", 0, "Write count as count(items)."],
    ["sum(1 + 2, 3)", 6, "The name of a list must stand here, as in sum(items, price × quantity)."],
    ["round(a, 1.5)", 9, "The decimal places must be a whole number from 0 to 20."],
    ["a = 'b", 4, "A text in quotes is never closed by '."],
    ["[unit price", 0, "A name in brackets is never closed by ]."],
    ["total | money EUR", 6, "Formats belong to the tag that prints the field: {{ total | money EUR }}."],
    ["{{price}}", 0, "A formula has no braces: write price × quantity."],
    [".5", 0, "Write a number as 0.5, and a part of an object as customer.discount."],
    ["price # 2", 6, "A formula cannot contain #."],
    ["sum()", 0, "Write sum as sum(items, price × quantity)."],
    ["sum(a, b, c)", 0, "Write sum as sum(items, price × quantity)."],
    ["count()", 0, "Write count as count(items)."],
    ["round(1, 2, 3)", 0, "Write round as round(price, 2)."],
    ["min(1)", 0, "Write min as min(price, limit)."],
    ["max(1)", 0, "Write max as max(price, limit)."],
    [`max(${"1,".repeat(20)}1)`, 0, "Write max as max(price, limit)."],
    ["if(a, 1)", 0, "Write if as if(total > 100, total, 0)."],
    ["if(a, 1, 2, 3)", 0, "Write if as if(total > 100, total, 0)."],
    ["or(a)", 0, "Write or as or(discount, 0)."],
    ["count(1)", 6, "The name of a list must stand here, as in count(items)."],
    ["round(a, 21)", 9, "The decimal places must be a whole number from 0 to 20."],
    ['"b', 0, 'A text in quotes is never closed by ".'],
    ["price }", 6, "A formula has no braces: write price × quantity."],
    ["1".repeat(41), 0, "A number has at most 40 characters."],
  ])("%s", (formula, offset, message) => {
    expect(mistakesOf({ right: "1", wrong: formula })).toEqual([{ index: 1, part: "formula", offset, message }]);
  });
});

test("the most that a formula may have is taken", () => {
  const taken = [
    "1".repeat(40),
    `max(${"1,".repeat(19)}1)`,
    "round(a, 20)",
    "round(a, 0)",
    "round(a)",
    "sum(a)",
    "or(a, 1, 2)",
  ];
  expect(mistakesOf(Object.fromEntries(taken.map((formula, index) => [`f${index}`, formula])))).toEqual([]);
});

describe("fields that need each other are refused, with the way around:", () => {
  const refusal = (way: string) => `The fields need each other: ${way}. Leave one of them out of a formula.`;

  test.each([
    [{ a: "a + 1" }, 0, 0, "a → a"],
    [{ a: "1 + b", b: "a × 2" }, 1, 0, "a → b → a"],
    [{ start: "a", a: "b", b: "c", c: "1 + a" }, 3, 4, "a → b → c → a"],
    [{ a: "sum(b, 1)", b: "a" }, 1, 0, "a → b → a"],
    [{ a: "sum(lines, x + y)", x: "b", y: "1", b: "sum(lines, a) + x" }, 3, 16, "x → b → x"],
  ])("%j", (fields, index, offset, way) => {
    expect(mistakesOf(fields)).toEqual([{ index, part: "formula", offset, message: refusal(way) }]);
  });

  test("but not if the items of a list may have the name", () => {
    expect(mistakesOf({ total: "sum(lines, total)", a: "sum(lines, b)", b: "a + 1" })).toEqual([]);
  });
});

test("a second field of a name is refused at its name", () => {
  const given = ["a", "b", "a"].map((name) => ({ name, formula: "1" }));
  const message = "Another calculated field has this name. Choose another one.";
  expect(readCalculatedFields(given).mistakes).toEqual([{ index: 2, part: "name", offset: 0, message }]);
});

test("a field comes after those that it reads, and after those that it reads for want of a name of the items", () => {
  const orderOf = (fields: Readonly<Record<string, string>>) =>
    readCalculatedFields(Object.entries(fields).map(([name, formula]) => ({ name, formula }))).fields.map(
      ({ name }) => name,
    );
  expect(orderOf({ total: "net + vat", vat: "net", net: "sum(lines, price × rate)", rate: "2" })).toEqual([
    "rate",
    "net",
    "vat",
    "total",
  ]);
  expect(orderOf({ u: "sum(l, w)", w: "sum(l, x)", x: "u" })).toEqual(["w", "u", "x"]);
});

test("a hundred fields that all read one another take no long time", () => {
  const names = Array.from({ length: 100 }, (_, index) => `f${index}`);
  const given = names.map((name, index) => ({
    name,
    formula: [...names.slice(index + 1), `sum(l, ${names.join(" + ")})`].join(" + "),
  }));
  expect(readCalculatedFields(given).fields).toHaveLength(100);
});

test("the paths that a formula may read", () => {
  expect(pathsInFormula("sum(orders, sum(lines, price × rate)) + round(fee.eu, 2)")).toEqual([
    "orders",
    "lines",
    "orders[].lines",
    "price",
    "orders[].price",
    "lines[].price",
    "orders[].lines[].price",
    "rate",
    "orders[].rate",
    "lines[].rate",
    "orders[].lines[].rate",
    "fee.eu",
  ]);
  expect(pathsInFormula("1 +")).toEqual([]);
});
