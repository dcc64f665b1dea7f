import { expect, test } from "@jest/globals";
import { findForeignSyntax } from "./find-foreign-syntax.ts";
import { findSyntaxMistake } from "./find-syntax-mistake.ts";

const once =
  "which prints its content once for each item. Inside it, {{.}} is the item, and {{name}} a value of the item.";
const ifTrue = (name: string) => `which prints its content when ${name} is true or a list has items.`;
const printed = "send the value as it is to be printed";

test.each([
  ["{{#if a}}", `Mustache has no {{#if}}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  ["{{#if this.a}}", `Mustache has no {{#if}}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  [
    "{{^if a}}",
    "Mustache has no {{^if}}: write {{^a}} … {{/a}}, which prints its content when a is false, missing or an empty list.",
  ],
  [
    '{{#if (eq a "b")}}',
    "Mustache has no {{#if}}: send a value that is true or false, such as isPaid, and write {{#isPaid}} … {{/isPaid}}.",
  ],
  [
    "{{#unless a}}",
    "Mustache has no {{#unless}}: write {{^a}} … {{/a}}, which prints its content when a is false, missing or an empty list.",
  ],
  ["{{#each items}}", `Mustache has no {{#each}}: write {{#items}} … {{/items}}, ${once}`],
  ["{{#each items as |item|}}", `Mustache has no {{#each}}: write {{#items}} … {{/items}}, ${once}`],
  ["{{#each ../items}}", `Mustache has no {{#each}}: write {{#items}} … {{/items}}, ${once}`],
  ["{{#with a.b}}", "Mustache has no {{#with}}: write {{#a.b}} … {{/a.b}}, inside which names reach into a.b."],
  ["{{#../items}}", "Mustache has no {{#../items}}: write {{#items}} … {{/items}}."],
  ["{{^}}", "Mustache has no {{^}} without a name: write {{/a}}{{^a}} in a section a."],
  ["{{else}}", "Mustache has no {{else}}: write {{/a}}{{^a}} in its place."],
  ["{{else if b}}", "Mustache has no {{else if}}: write {{/a}}{{^a}}{{#b}} … {{/b}}{{/a}}."],
  ["{{if a}}", `Mustache has no {{if}}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  ['{{formatDate d "DD"}}', `Mustache has no helpers: ${printed}, and write its name.`],
  ["{{formatDate d}}", `Mustache has no helpers: ${printed}, and write its name.`],
  ["{{{link url 'here'}}}", `Mustache has no helpers: ${printed}, and write its name.`],
  ["{{../x}}", "Mustache has no {{../x}}: write {{x}}, which is looked for in the sections around, too."],
  ["{{this}}", "Mustache has no {{this}}: write {{.}}, which is the item itself."],
  ["{{this.name}}", "Mustache has no {{this.name}}: write {{name}}."],
  ["{{this/name}}", "Mustache has no {{this/name}}: write {{name}}."],
  ["{{@root.name}}", "Mustache has no {{@root.name}}: write {{name}}."],
  ["{{.name}}", "Mustache has no {{.name}}: write {{name}}."],
  [
    "{{@index}}",
    "Mustache has no {{@index}}: send it with each item, for example as number or isLast, and write {{number}} or {{#isLast}} … {{/isLast}}.",
  ],
  ["{{total | currency}}", `Mustache has no filters: ${printed}, and write {{total}}.`],
  ["{{ total|round: 2 }}", `Mustache has no filters: ${printed}, and write {{total}}.`],
  ["{{name()}}", "Mustache calls no functions: send the result in the data, and write its name."],
  ["{{total.toFixed(2)}}", "Mustache calls no functions: send the result in the data, and write its name."],
  ["{{a ? b : c}}", "Mustache has no {{a ? b : c}}: write {{#a}}{{b}}{{/a}}{{^a}}{{c}}{{/a}}."],
  ['{{a ? "yes" : "no"}}', "Mustache has no {{a ? b : c}}: write {{#a}}yes{{/a}}{{^a}}no{{/a}}."],
  ["{{a + b}}", "Mustache does not calculate or compare: send the result, and write its name."],
  ["{{a*b}}", "Mustache does not calculate or compare: send the result, and write its name."],
  ["{{a || b}}", "Mustache does not calculate or compare: send the result, and write its name."],
  ['{{"text"}}', "Mustache has no texts in tags: write the text without braces and quotes."],
  ["{{a[0]}}", "Mustache has no {{a[0]}}: write {{a.0}}."],
  ["{{a.[0].b}}", "Mustache has no {{a.[0].b}}: write {{a.0.b}}."],
  ["{{~a~}}", "Mustache has no sign that takes white space away: write {{a}}."],
  ["{{- a -}}", "Mustache has no sign that takes white space away: write {{a}}."],
  ["{% if a %}", `Mustache has no {% if %}: write {{#a}} … {{/a}}, ${ifTrue("a")}`],
  [
    "{%- if a == 'b' -%}",
    "Mustache has no {% if %}: send a value that is true or false, such as isPaid, and write {{#isPaid}} … {{/isPaid}}.",
  ],
  ["{% for item in items %}", `Mustache has no {% for %}: write {{#items}} … {{/items}}, ${once}`],
  ["{% else %}", "Mustache has no {% else %}: write {{/a}}{{^a}} in a section {{#a}} … {{/a}}."],
  ["{% endif %}", "Mustache has no {% endif %}: write {{/a}} where a section {{#a}} or {{^a}} ends."],
  ["{% assign a = 1 %}", "Mustache has no {% assign %}: send the value in the data."],
  ['{% include "b" %}', "Mustache has no {% include %}: write what it stands for in its place."],
])("%s is told what Mustache has instead", (tag, message) => {
  expect(findForeignSyntax(`<p>${tag}</p>`)).toEqual([{ offset: 3, tag, message }]);
});

test("{{else}} is told the name of the section that it is in", () => {
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
  "{{={% %}=}}{% a %}{%#b%}{%/b%}",
  "a { color: red } {%} {% %} {% a %} 100 {% } { { if a } } 1 | 2",
])("what is Mustache, or may be a name of the data, is not told of: %s", (source) => {
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
  ["{{> footer}}", 0, /no partials\. Write its HTML in its place\.$/],
])("a mistake that comes of another language says what to write: %s", (source, offset, message) => {
  expect(findSyntaxMistake(source)).toEqual({ offset, message: expect.stringMatching(message) });
});

test("a megabyte of it is read in linear time, and the first fifty are told", () => {
  const million = 1_000_000;
  const repeated = [
    "{{a|b}}",
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
  const startedAt = performance.now();
  for (const source of hostile) expect(findForeignSyntax(source).length).toBeLessThanOrEqual(50);
  for (const source of hostile) findSyntaxMistake(source);
  // A search that goes back over the text takes minutes.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(findForeignSyntax("{{a|b}}".repeat(100))).toHaveLength(50);
});
