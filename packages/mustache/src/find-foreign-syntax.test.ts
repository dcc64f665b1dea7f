import { expect, test } from "@jest/globals";
import { insteadOfCall } from "./foreign-call.ts";
import { readCondition } from "./foreign-condition.ts";
import { findForeignSyntax } from "./find-foreign-syntax.ts";
import { findSyntaxMistake } from "./find-syntax-mistake.ts";

const once =
  "which prints its content once for each item. Inside it, {{.}} is the item and {{name}} is a field of the item.";
const ifTrue = (name: string) => `which prints its content when ${name} is true or a list has items.`;
const withFormat = "write a name, | and a format, such as {{ total | number 2 }}.";
const calculation =
  "Mustache cannot calculate or compare: write formats, such as {{ a | plus b }} or {{# a | is 'b' }}.";

test.each([
  ["{{#if a}}", `Mustache has no {{#if}}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  ["{{#if this.a}}", `Mustache has no {{#if}}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  [
    "{{^if a}}",
    "Mustache has no {{^if}}: write {{^a}} … {{/a}}, which prints its content when a is false, missing or an empty list.",
  ],
  ['{{#if (eq a "b")}}', "Mustache has no {{#if}}: write {{# a | is 'b' }} … {{/a}}."],
  [
    "{{#unless a}}",
    "Mustache has no {{#unless}}: write {{^a}} … {{/a}}, which prints its content when a is false, missing or an empty list.",
  ],
  ["{{#each items}}", `Mustache has no {{#each}}: write {{#items}} … {{/items}}, ${once}`],
  ["{{#each items as |item|}}", `Mustache has no {{#each}}: write {{#items}} … {{/items}}, ${once}`],
  ["{{#each ../items}}", `Mustache has no {{#each}}: write {{#items}} … {{/items}}, ${once}`],
  ["{{#with a.b}}", "Mustache has no {{#with}}: write {{#a.b}} … {{/a.b}}, inside which names refer to fields of a.b."],
  ["{{#../items}}", "Mustache has no {{#../items}}: write {{#items}} … {{/items}}."],
  ["{{^}}", "Mustache has no {{^}} without a name: write {{/a}}{{^a}} in a section a."],
  ["{{else}}", "Mustache has no {{else}}: write {{/a}}{{^a}} in its place."],
  ["{{else if b}}", "Mustache has no {{else if}}: write {{/a}}{{^a}}{{#b}} … {{/b}}{{/a}}."],
  ["{{if a}}", `Mustache has no {{if}}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  ['{{formatDate d "DD"}}', "Mustache has no helpers: write {{ d | date long }}."],
  ["{{formatCurrency this.total}}", "Mustache has no helpers: write {{ total | money EUR }}."],
  ["{{#if (gt items.length 1)}}", "Mustache has no {{#if}}: write {{# items | count | over 1 }} … {{/items}}."],
  ["{{#unless (eq a b)}}", "Mustache has no {{#unless}}: write {{^ a | is b }} … {{/a}}."],
  ['{{else if (eq a "b")}}', "Mustache has no {{else if}}: write {{/a}}{{^a}}{{# a | is 'b' }} … {{/a}}{{/a}}."],
  ["{% if tags contains 'GIFT' %}", "Mustache has no {% if %}: write {{# tags | has 'GIFT' }} … {{/tags}}."],
  ["{% unless a == 1 %}", "Mustache has no {% unless %}: write {{^ a | is 1 }} … {{/a}}."],
  ["{% if not a >= 2 %}", "Mustache has no {% if %}: write {{^ a | atleast 2 }} … {{/a}}."],
  [
    "{% if a and b %}",
    "Mustache has no {% if %}: write a condition such as {{# status | is 'paid' }} … {{/status}}, one inside the other for \"and\".",
  ],
  [
    "{% when 'a' %}",
    "Mustache has no {% when %}: write a section for each value: {{# status | is 'a' }} … {{/status}}.",
  ],
  ["{% capture a %}", "Mustache has no {% capture %}: write the text where it is needed, or send it in the data."],
  ["{% macro a %}", "Mustache has no {% macro %}: replace the tag by the text it stands for."],
  ["{% block %}", "Mustache has no {% block %}: write {{$ body }} … {{/ body }}."],
  ["{% include %}", "Mustache has no {% include %}: write {{> letter }}, with a snippet of the project."],
  [
    "{% case 'a' %}",
    "Mustache has no {% case %}: write a section for each value: {{# status | is 'a' }} … {{/status}}.",
  ],
  ["{{a ? 'x' : (b)}}", "Mustache has no {{a ? b : c}}: write {{#a}}x{{/a}}{{^a}} … {{/a}}."],
  ["{{a == 1 ? b : c}}", "Mustache has no {{a ? b : c}}: write {{# a | is 1 }}{{b}}{{/a}}{{^ a | is 1 }}{{c}}{{/a}}."],
  ["{{(a) ? b : c}}", "Mustache has no {{a ? b : c}}: write {{#isPaid}}{{b}}{{/isPaid}}{{^isPaid}}{{c}}{{/isPaid}}."],
  ["{{else if not a == 1}}", "Mustache has no {{else if}}: write {{/a}}{{^a}}{{^ a | is 1 }} … {{/a}}{{/a}}."],
  [
    "{{#unless a && b}}",
    "Mustache has no {{#unless}}: write a condition such as {{^ status | is 'paid' }} … {{/status}}, one inside the other for \"and\".",
  ],
  ["{% case a.b %}", "Mustache has no {% case %}: write a section for each value: {{# a.b | is 'a' }} … {{/a.b}}."],
  [
    "{% assign sum = line.price | times: line.quantity %}",
    "Mustache has no {% assign %}: name the result: {{# line.price | times line.quantity | as sum }} … {{ sum }} … {{/line.price}}.",
  ],
  ["{{{link url 'here'}}}", `Mustache has no helpers: ${withFormat}`],
  ["{{../x}}", "Mustache has no {{../x}}: write {{x}}, which Mustache also looks up in the enclosing sections."],
  ["{{this}}", "Mustache has no {{this}}: write {{.}}, which is the item itself."],
  ["{{this.name}}", "Mustache has no {{this.name}}: write {{name}}."],
  ["{{this/name}}", "Mustache has no {{this/name}}: write {{name}}."],
  ["{{.name}}", "Mustache has no {{.name}}: write {{name}}."],
  [
    "{{forloop.index}}",
    "Mustache has no {{forloop.index}}: write {{@number}}, {{@index}}, {{@count}}, {{#@first}} … {{/@first}} or {{#@last}} … {{/@last}}.",
  ],
  ["{{name()}}", "Mustache cannot call functions: send the result in the data, and write its name."],
  ["{{total.toFixed(2)}}", "Mustache cannot call functions: send the result in the data, and write its name."],
  ["{{a ? b : c}}", "Mustache has no {{a ? b : c}}: write {{#a}}{{b}}{{/a}}{{^a}}{{c}}{{/a}}."],
  ['{{a ? "yes" : "no"}}', "Mustache has no {{a ? b : c}}: write {{#a}}yes{{/a}}{{^a}}no{{/a}}."],
  ["{{a + b}}", calculation],
  ["{{a[0]}}", "Mustache has no {{a[0]}}: write {{a.0}}."],
  ["{{a.[0].b}}", "Mustache has no {{a.[0].b}}: write {{a.0.b}}."],
  ["{{~a~}}", "Mustache cannot trim white space: write {{a}}."],
  ["{{- a -}}", "Mustache cannot trim white space: write {{a}}."],
  ["{% if a %}", `Mustache has no {% if %}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  ["{%- if a == 'b' -%}", "Mustache has no {% if %}: write {{# a | is 'b' }} … {{/a}}."],
  ["{% for item in items %}", `Mustache has no {% for %}: write {{#items}} … {{/items}}, ${once}`],
  ["{% else %}", "Mustache has no {% else %}: write {{/a}}{{^a}} in a section {{#a}} … {{/a}}."],
  ["{% endif %}", "Mustache has no {% endif %}: close a section {{#a}} or {{^a}} with {{/a}}."],
  [
    "{% assign a = 1 %}",
    "Mustache has no {% assign %}: name a result: {{# lines | sum price times=quantity | as total }} … {{ total }} … {{/lines}}.",
  ],
  ['{% include "b" %}', "Mustache has no {% include %}: write {{> b }}, with a snippet of the project."],
  ["{% render 'parts/foot.html' %}", "Mustache has no {% render %}: write {{> foot }}, with a snippet of the project."],
  [
    "{% extends 'base' %}",
    "Mustache has no {% extends %}: write a layout: {{< base }}{{$ body }} … {{/ body }}{{/ base }}.",
  ],
  ["{% block title %}", "Mustache has no {% block %}: write {{$ title }} … {{/ title }}."],
])("%s gets the advice what to write in Mustache", (tag, message) => {
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

test("a megabyte of foreign syntax is read in linear time, and the first fifty findings are returned", () => {
  const million = 1_000_000;
  const repeated = [
    "{{a|b}}",
    "{{a+b}}",
    "{{a}}",
    "{% if ",
    "{%",
    "{{#if a}}",
    "{{#a}}{{else}}",
    "{{a[0]}}x",
    "{% if a %}",
    "{{a ?",
  ];
  const hostile = [
    ...repeated.map((piece) => piece.repeat(million / piece.length)),
    `{{a${" ".repeat(million)}~}}`,
    `{{#if ${" ".repeat(million)}b as}}`,
    `{{#each ${"a ".repeat(million / 2)}}}`,
    `{% if ${" ".repeat(million)}%}`,
  ];
  const before = process.cpuUsage();
  for (const source of hostile) expect(findForeignSyntax(source).length).toBeLessThanOrEqual(50);
  for (const source of hostile) findSyntaxMistake(source);
  // A search with backtracking takes minutes. Processor time does not depend on the load of the machine.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(15_000);
  expect(findForeignSyntax("{{a + b}}".repeat(100))).toHaveLength(50);
});
