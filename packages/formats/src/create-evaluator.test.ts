import { expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator, type MissingValue, type UnformattableValue } from "./create-evaluator.ts";

function fill(source: string, data: unknown) {
  const missing: MissingValue[] = [];
  const unformattable: UnformattableValue[] = [];
  const evaluator = createEvaluator({
    locale: "en",
    timeZone: "UTC",
    currency: "EUR",
    onMissing: (value) => missing.push(value),
    onUnformattable: (value) => unformattable.push(value),
  });
  const text = fillParts(parseMustache(source), data, { maxOutputLength: 10_000, evaluator });
  return { text, missing, unformattable };
}

test.each([
  ["{{ name | upper }}", { name: "a<b" }, "A&lt;B"],
  ["{{{ name | upper }}}", { name: "a<b" }, "A<B"],
  ["{{ 'x' | upper }}{{ \"y\" }}", {}, "Xy"],
  ["{{ a | upper | or 'none' }}", {}, "none"],
  ["{{ a | or b }}", { b: "other" }, "other"],
  [
    "{{ total | money }} {{ total | money USD }} {{ total | money currency }}",
    { total: 5, currency: "GBP" },
    "€5.00 $5.00 £5.00",
  ],
  ["{{#a}}{{@number}}/{{@count}}{{#@first}}!{{/@first}} {{/a}}", { a: ["x", "y"] }, "1/2! 2/2 "],
  ["{{@locale}}", { "@locale": "fake", locale: "fake" }, "en"],
  ["{{ a | or constructor }}{{ __proto__ | or 'none' }}", {}, "none"],
])("%s is filled", (source, data, text) => {
  expect(fill(source, data).text).toBe(text);
});

test("a missing value prints nothing and is reported with its tag, except where a format accepts it", () => {
  const source = "{{ a | upper }}{{ b | or '' }}{{ c | upper | or 'c' }}";
  const { text, missing } = fill(source, {});
  expect(text).toBe("c");
  expect(missing.map(({ path, tag }) => [path, source.slice(tag.start, tag.end)])).toEqual([["a", "{{ a | upper }}"]]);
});

test("a value that does not fit is printed as it is and reported once, without the value", () => {
  const { text, unformattable } = fill("{{ a | upper | upper }}", { a: {} });
  expect(text).toBe("[object Object]");
  expect(unformattable).toEqual([
    { path: "a", format: "upper", type: "object", tag: { start: 0, end: 23, use: "escaped" } },
  ]);
});
