import { expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator } from "./create-evaluator.ts";

function fill(source: string, data: unknown) {
  const issues: [kind: string, path: string, tag: string][] = [];
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC", currency: "EUR" });
  const text = fillParts(parseMustache(source), data, {
    maxOutputLength: 10_000,
    evaluator,
    onIssue: (kind, { start, end }, pathOf) => issues.push([kind, pathOf(), source.slice(start, end)]),
  });
  return { text, issues };
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
  const { text, issues } = fill("{{ a | upper }}{{ b | or '' }}{{ c | upper | or 'c' }}", {});
  expect(text).toBe("c");
  expect(issues).toEqual([["missing", "a", "{{ a | upper }}"]]);
});

test("a text that is neither over nor under a number is reported", () => {
  const { text, issues } = fill("{{ a | over 10 }}", { a: "n/a" });
  expect(text).toBe("false");
  expect(issues).toEqual([["unformattable", "a", "{{ a | over 10 }}"]]);
});

test("a value that does not fit is printed as it is and reported once, without the value", () => {
  const { text, issues } = fill("{{ a | upper | upper }}", { a: {} });
  expect(text).toBe("[object Object]");
  expect(issues).toEqual([["unformattable", "a", "{{ a | upper | upper }}"]]);
});
