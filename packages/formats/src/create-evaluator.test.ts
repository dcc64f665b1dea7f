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
  expect([text, issues]).toEqual(["c", [["missing", "a", "{{ a | upper }}"]]]);
});

test("a text that is neither over nor under a number is reported", () => {
  const { text, issues } = fill("{{ a | over 10 }}", { a: "n/a" });
  expect([text, issues]).toEqual(["false", [["unformattable", "a", "{{ a | over 10 }}"]]]);
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
  expect([text, issues]).toEqual(["", [["unformattable", "a", "{{# a | over 10 }}"]]]);
});

test("one bad amount leaves the sum out, and the report names its field", () => {
  const tag = "{{ lines | sum net | money EUR }}";
  const { text, issues } = fill(tag, { lines: [{ net: 1 }, { net: "one" }] });
  expect([text, issues]).toEqual(["", [["unformattable", "lines[].net", tag]]]);
});

test.each([
  ["{{ lines | sum unitprice times=quantity }}", "lines[].unitprice"],
  ["{{ lines | sum price times=qty }}", "lines[].qty"],
  ["{{# lines | groups taxrate total=price }}{{/lines}}", "lines[].taxrate"],
  ["{{# lines | groups rate total=prise }}{{/lines}}", "lines[].prise"],
  ["{{# lines | where rate 1 | sort nmae }}{{/lines}}", "lines[].nmae"],
  ["{{ lines | except taxrate 0.19 | count }}", "lines[].taxrate"],
  ["{{# lines | groups rate total=price }}{{ items | sum amount }}{{/lines}}", "lines[].items[].amount"],
  ["{{ lines | groups rate total=price | sum totl }}", "totl"],
  ["{{ sum | money curency }}", "curency"],
  ["{{ sum | times qty }}", "qty"],
])("a field or name that the data lack is reported where a format reads it: %s", (source, path) => {
  const { issues } = fill(source, { sum: 5, lines: [{ price: 1, quantity: 2, rate: 1 }] });
  expect(issues.map(([kind, at]) => [kind, at])).toEqual([["lacking", path]]);
});

test.each([
  "{{ lines | sum discount }}",
  "{{# lines | where featured }}{{/lines}}",
  "{{ none | sum price }}",
  "{{ price | or list | or 1 }}",
  "{{# price | over limit }}{{/price}}",
])("a field that some item has, and a name that a tag asks for, may be missing: %s", (source) => {
  expect(fill(source, { none: [], price: 1, lines: [{ price: 1 }, { price: 2, discount: 1 }] }).issues).toEqual([]);
});

test("a section that names a result adds nothing to the path of a missing name", () => {
  const { issues } = fill("{{# lines | sum net | as net }}{{ name }}{{# lines }}{{ unit }}{{/lines}}{{/lines}}", {
    lines: [{ net: 1 }],
  });
  expect(issues.map(([, path]) => path)).toEqual(["name", "lines[].unit"]);
});

test("an amount whose currency the data lack is not printed in the template's currency", () => {
  const { text, issues } = fill("{{ a | money currency }}", { a: 5 });
  expect(text).toBe("5");
  expect(issues).toHaveLength(1);
});
