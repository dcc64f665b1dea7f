import { expect, test } from "@jest/globals";
import { builtins, formats } from "@platen/formats";
import { strToU8 } from "fflate";
import { readImport } from "./read-import.ts";

const tags: readonly string[] = [
  "<p>{{#customer}}<b>{{name}}</b>{{/customer}}</p>",
  "<p>{{# customer }}{{ name }}{{/ customer }}</p>",
  "<p>{{^customer}}none{{/customer}}</p>",
  "<p>{{.}} {{{html}}} {{{ html | lines }}} {{& html }}</p>",
  "<p>{{! a comment if {% if %} or | upper( or {{ #each }}</p>",
  "<p>{{!-- {d.name} forloop.index --}}</p>",
  "{{> footer }}<p>{{date | date long}}</p>",
  "{{< page }}{{$ body }}<p>x</p>{{/ body }}{{/ page }}",
  "{{=<% %>=}}<p><%#lines%><%name%><%/lines%></p><%={{ }}=%>",
  "{{={% %}=}}<p>{%#lines%}{%name%}{%/lines%}</p>",
  "<p>{{d.name}} {{#d.lines}}{{d.lines.0.name}}{{/d.lines}}</p>",
  "<p>{{#loop}}{{loop.index}}{{forloop.index}}{{/loop}}</p>",
  "<p>{{#if}}{{each}}{{with}}{{thisYear}}{{this-year}}{{/if}}</p>",
  "<p>{{ note | or '| upper( {% for %} {d.a} a if b else c' }}</p>",
  "<p>{{ 'only | if: asked' }}{{ name | or \"| date: '%Y'\" }}</p>",
  "<style>@media print{#head{color:#fff}}</style><p>{{#paid}}Invoice | Date: {{date}}{{/paid}}</p>",
  `<script type="application/json">["function(d){d.x();if(a){!!b}}"]</script><p>{{#a}}x{{/a}}</p>`,
  "<p>{{$ref}} {{$ body }}a{{/ body }} {{ price | or 'in $a->b' }} me@endif.example @media</p>",
  ...builtins.map(
    ({ name }) => `<p>{{#lines}}{{@${name}}}{{#@${name}}}a{{/@${name}}}{{^@${name}}}b{{/@${name}}}{{/lines}}</p>`,
  ),
  ...formats.flatMap(({ name, examples }) => [
    ...examples.map(({ template }) => template),
    `<p>{{ value | ${name} }}{{#value | ${name}}}x{{/value}}{{^ value|${name} }}x{{/ value | ${name} }}</p>`,
  ]),
];

test.each(tags)("an import leaves Platen’s own language as it is: %s", (html) => {
  const { html: read, report } = readImport([{ name: "a.mustache", bytes: strToU8(html) }]);
  const style = /<style>.*<\/style>/s.exec(html)?.[0] ?? "";
  expect(read).toBe(html.replace(style, ""));
  expect(report.filter(({ kind }) => kind === "tag" || kind === "note")).toEqual([]);
});
