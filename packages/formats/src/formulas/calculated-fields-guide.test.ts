import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { calculateFields } from "./calculate-fields.ts";
import { readCalculatedFields } from "./calculated-fields.ts";

const text = readFileSync(join(resolve(import.meta.dirname, "../../../.."), "docs/calculated-fields.md"), "utf8");
const [, json = ""] = /for these data:\n\n```json\n(.*?)```/s.exec(text) ?? [];
const rows = [...text.matchAll(/^\| `([^`]+)` *\| `([^`]+)` *\|/gm)].map(([, formula = "", result = ""]) => [
  formula,
  result,
]);
const [fields, examples] = [rows.slice(0, 3), rows.slice(3)];

function calculate(given: { name: string; formula: string }[]) {
  const read = readCalculatedFields(given);
  expect(read.mistakes).toEqual([]);
  const { values, issues } = calculateFields(read.fields, JSON.parse(json));
  expect(issues).toEqual([]);
  return values;
}

test("the three fields of the guide have their values", () => {
  const given = fields.map(([name = "", formula = ""]) => ({ name, formula }));
  expect(calculate(given)).toEqual({ subtotal: 59.9, vat: 12.58, total: 72.48 });
  expect(examples.length).toBeGreaterThan(15);
});

test.each(examples)("the formula %s of the guide is %s", (formula = "", result = "") => {
  expect(JSON.stringify(calculate([{ name: "f", formula }]))).toBe(`{"f":${result}}`);
});
