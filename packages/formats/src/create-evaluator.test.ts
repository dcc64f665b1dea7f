import { expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator } from "./create-evaluator.ts";

function fill(source: string, data: unknown) {
  const issues: [kind: string, path: string, tag: string][] = [];
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC", currency: "EUR" });
  const text = fillParts(parseMustache(source), data, {
    maxOutputLength: 10_000,
    evaluator,
    onIssue: (kind, part, pathOf) =>
      issues.push([kind, pathOf(), source.slice(part.start, part.kind === "value" ? part.end : part.contentStart)]),
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

test("a value that does not fit is reported once: a text is printed as it is, an object prints nothing", () => {
  const { text, issues } = fill("{{ a | number | number }}{{ b | upper | upper }}", { a: "many", b: {} });
  expect(text).toBe("many");
  expect(issues).toEqual([
    ["unformattable", "a", "{{ a | number | number }}"],
    ["unformattable", "b", "{{ b | upper | upper }}"],
  ]);
});

test("a value of a section that does not fit is reported", () => {
  const { text, issues } = fill("{{# a | over 10 }}more{{/a}}", { a: "many" });
  expect(text).toBe("");
  expect(issues).toEqual([["unformattable", "a", "{{# a | over 10 }}"]]);
});

test("one bad amount leaves the sum out", () => {
  const { text, issues } = fill("{{ lines | sum net | money EUR }}", { lines: [{ net: 1 }, { net: "one" }] });
  expect(text).toBe("");
  expect(issues).toHaveLength(1);
});

test("an amount whose currency the data lack is not printed in the template's currency", () => {
  const { text, issues } = fill("{{ a | money currency }}", { a: 5 });
  expect(text).toBe("5");
  expect(issues).toHaveLength(1);
});
