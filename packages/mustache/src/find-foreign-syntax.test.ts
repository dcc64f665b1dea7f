import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { insteadOfCall } from "./foreign-call.ts";
import { readCondition } from "./foreign-condition.ts";
import { findForeignSyntax } from "./find-foreign-syntax.ts";
import { findSyntaxMistake } from "./find-syntax-mistake.ts";

/** Tags of other languages, each with the advice that its author gets. */
const foreignTags = readFileSync(join(import.meta.dirname, "test-foreign-syntax.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

test.each(foreignTags)("%s gets the advice what to write in Mustache: %s", (tag, message) => {
  expect(findForeignSyntax(`<p>${tag}</p>`)).toEqual([{ offset: 3, tag, message }]);
});

const formatsOf = `plus add plus, capital capitalize, money&EUR currency formatCurrency formatMoney money, or default,
  date&long date date_format formatDate strftime, divide divide divided_by, lower downcase lowercase toLowerCase, first first,
  number&2 formatNumber number_format numberFormat toFixed, groups groupby group_by, join join, last last, count length size,
  map map, minus minus subtract, times mul multiply times, lines newline_to_br nl2br nlbr, plural pluralize, reverse reverse,
  round round, sort sort, trim strip, sum sum, truncate truncate, unique uniq, upper toUpperCase upcase uppercase, where where`;

test("each known filter of another language is advised as its format", () => {
  for (const line of formatsOf.split(/,\s+/)) {
    const [format = "", ...filters] = line.split(" ");
    for (const filter of filters) expect([filter, insteadOfCall(filter)]).toEqual([filter, format.replace("&", " ")]);
  }
  expect(insteadOfCall("times  this.a,2")).toBe("times a 2");
  expect(["toString", "unknown", ""].map(insteadOfCall)).toEqual([undefined, undefined, undefined]);
});

test("each known comparison of another language is read as its format", () => {
  const operators = "== is, === is, != isnt, !== isnt, <> isnt, > over, < under, >= atleast, <= atmost, contains has";
  const helpers = `eq is, equals is, isEqual is, ne isnt, neq isnt, gt over, lt under, gte atleast, lte atmost, includes has, contains has`;
  const format = (text: string) => readCondition(text)?.format;
  for (const pair of operators.split(", ").map((one) => one.split(" ")))
    expect(format(`a ${pair[0]} 2`)).toBe(`${pair[1]} 2`);
  for (const pair of helpers.split(", ").map((one) => one.split(" ")))
    expect(format(`(${pair[0]} a 2)`)).toBe(`${pair[1]} 2`);
  for (const nothing of ["blank", "empty", "nil", "null", "none", "None", "undefined", "''", '""'])
    expect([`a == ${nothing}`, `a != ${nothing}`, `a > ${nothing}`].map(format).slice(0, 2)).toEqual([
      "empty",
      "present",
    ]);
  const values = [`"it's"`, "'b'", "-1.5", "true", "false", "this.b", "1 + 1", "#"].map((right) =>
    format(`a == ${right}`),
  );
  expect(values).toEqual([`is "it's"`, "is 'b'", "is -1.5", "is true", "is false", "is b", undefined, undefined]);
  for (const none of ["1 == a", "a", "(constructor a b)", "(eq a)", "a == "])
    expect(readCondition(none)).toBeUndefined();
  expect(["a.length", "a.count", "a.size"].map((list) => format(`${list} == 1`))).toEqual(
    Array(3).fill("count | is 1"),
  );
});

test("each statement is found, and one or a name above 300 characters is not", () => {
  const words =
    `if elsif elif else endif unless endunless for endfor case when endcase set assign capture endcapture include render
    block endblock extends macro endmacro import cycle`.split(/\s+/);
  for (const word of words) expect(findForeignSyntax(`{% ${word} x %}`)).toHaveLength(1);
  const lengths = (around: (length: number) => string) => [300, 301].map((n) => findForeignSyntax(around(n)).length);
  expect(lengths((n) => `{%${"if a".padEnd(n - 2)}%}`)).toEqual([1, 0]);
  expect(lengths((n) => `{{a + ${"b".repeat(n - 4)}}}`)).toEqual([1, 0]);
  expect(lengths((n) => `{{#if ${"b".repeat(n - 3)}}}{{/if}}`)).toEqual([1, 0]);
});

test("the advice for {{else}} names the enclosing section", () => {
  const messages = (source: string) =>
    findForeignSyntax(source)
      .map(({ message }) => message)
      .slice(-1);
  const other = ["Mustache has no {{else}}: write {{/items}}{{^items}} in its place."];
  expect(messages("{{#items}}{{#b}}{{/b}}{{else}}{{/items}}")).toEqual(other);
  expect(messages("{{#if items}}{{#if b}}{{/if}}{{else}}{{/if}}")).toEqual(other);
});

test.each([
  "{{a}} {{a.b}} {{.}} {{items.0}} {{items.length}} {{{a}}} {{&a}} {{! {{else }} {{!-- if a --}}",
  "{{#a}}{{/a}}{{^a}}{{/a}}{{#.}}{{/.}}{{#if}}{{/if}}",
  "{{first name}} {{Total (EUR)}} {{first-name}} {{Price/unit}} {{@type}} {{$ref}} {{größe}} {{a:b}} {{why?}} {{end}} {{50%}}",
  "{{ total | currency }} {{ date | date 'yyyy' }} {{@index}} {{'text'}} {{# status | is 'paid' }}{{/status}} {{^@last}}, {{/@last}}",
  "{{={% %}=}}{% a %}{%#b%}{%/b%}",
  "a { color: red } {%} {% %} {% a %} 100 {% } { { if a } } 1 | 2",
])("Mustache, and names that data may have, give no finding: %s", (source) => {
  expect(findForeignSyntax(source)).toEqual([]);
});

test.each([
  [
    "{{#if a}}x{{/if}}",
    10,
    /^The section "if a" must be closed before "if"\. Mustache has no \{\{#if\}\}: write \{\{#a\}\} … \{\{\/a\}\}/,
  ],
  ["{{#each items}}x{{/each}}", 16, /before "each"\. Mustache has no \{\{#each\}\}: write \{\{#items\}\}/],
  ["{{#if a}}x{{^}}y{{/if}}", 16, /Mustache has no \{\{\^\}\} without a name/],
  ["{{#unless a}}x", 0, /never closed\. Mustache has no \{\{#unless\}\}: write \{\{\^a\}\}/],
  ["{{#if a || b}}x{{/if}}", 0, /^Mustache has no \{\{#if\}\}/],
  ["{{> footer}}", 0, /"footer" cannot be used here: only saved templates take snippets\.$/],
])("the message of a mistake from another language includes the advice: %s", (source, offset, message) => {
  expect(findSyntaxMistake(source)).toEqual({ offset, message: expect.stringMatching(message) });
});

test("the first fifty findings are returned", () => {
  expect(findForeignSyntax("{{a + b}}".repeat(51))).toHaveLength(50);
});
